import { CloudOff } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { quietButton } from '../ui/control-classes.ts';
import { HomeLink, StateScreen } from '../ui/state-screen.tsx';

interface ErrorBoundaryProps {
  /** Another address is another try. */
  address: string;
  /** Shows nothing in the broken part's place. */
  isQuiet?: boolean;
  children: ReactNode;
}

interface ErrorBoundaryState {
  isBroken: boolean;
  address: string;
}

/** Keeps what breaks on one page from taking the whole site with it, and shows a way back. */
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

/** A page's code that does not come is most often that of an older version of the site: loading anew helps. */
function BrokenPage() {
  return (
    <StateScreen
      icon={CloudOff}
      title="Something went wrong"
      text="This page could not be shown. Loading it again may help."
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <button type="button" className={quietButton} onClick={() => location.reload()}>
            Load again
          </button>
          <HomeLink />
        </div>
      }
    />
  );
}
