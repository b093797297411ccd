import { CloudOff } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { HomeLink, StateScreen } from '../ui/state-screen.tsx';

interface ErrorBoundaryProps {
  /** A new address resets the boundary. */
  address: string;
  /** Renders nothing in place of the broken part. */
  isQuiet?: boolean;
  children: ReactNode;
}

interface ErrorBoundaryState {
  isBroken: boolean;
  address: string;
}

/** Keeps an error on one page from breaking the whole site, and offers a way back. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state = { isBroken: false, address: this.props.address };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { isBroken: true };
  }

  static getDerivedStateFromProps({ address }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return address === state.address ? null : { isBroken: false, address };
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return this.props.isQuiet ? null : <BrokenPage />;
  }
}

/** Code that fails to load usually belongs to an older version of the site: a reload helps. */
function BrokenPage() {
  return (
    <StateScreen
      icon={CloudOff}
      title="Something went wrong"
      text="This page could not be shown. Loading it again may help."
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <button type="button" className="button quiet" onClick={() => location.reload()}>
            Load again
          </button>
          <HomeLink />
        </div>
      }
    />
  );
}
