import { Component, type ReactNode } from "react";

interface ErrorBoundaryProps {
  /** A new key clears the error, for example when the reader opens another page. */
  resetKey: string;
  fallback(error: unknown, retry: () => void): ReactNode;
  children: ReactNode;
}

interface ErrorBoundaryState {
  error: unknown;
  crashed: boolean;
  resetKey: string;
}

/** Renders the children. If the children can't be rendered, renders a fallback. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null, crashed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { error, crashed: true };
  }

  static getDerivedStateFromProps(
    { resetKey }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): Partial<ErrorBoundaryState> | null {
    return resetKey === state.resetKey ? null : { error: null, crashed: false, resetKey };
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children;
    return this.props.fallback(this.state.error, () => this.setState({ error: null, crashed: false }));
  }
}
