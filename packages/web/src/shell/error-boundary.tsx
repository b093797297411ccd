import { CloudOff } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { HomeLink, StateScreen } from '../ui/state-screen.tsx';

interface ErrorBoundaryProps {
  /** Another one resets the boundary. */
  address: string;
  /** Shows nothing in place of the broken part. */
  isQuiet?: boolean;
  children: ReactNode;
}

interface ErrorBoundaryState {
  isBroken: boolean;
  address: string;
}

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

/** Code that fails to load usually belongs to an older version: a reload helps. */
function BrokenPage() {
  return (
    <StateScreen
      icon={CloudOff}
      title="Something went wrong"
      text="This page could not be shown. Reloading it may help."
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <button type="button" className="button quiet" onClick={() => location.reload()}>
            Reload
          </button>
          <HomeLink />
        </div>
      }
    />
  );
}
