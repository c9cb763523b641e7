import { Component, type ReactNode } from "react";
import { PartFailure } from "../ui/Part.tsx";

interface RootProps {
  /** Called when the content is interactive. */
  ready(): void;
  /** Called when the component fails. */
  failed(error: unknown): unknown;
  /** The component's own content, which the island shows if the component fails. */
  slot: ReactNode;
  children: ReactNode;
}

interface RootState {
  failure?: { error: unknown } | null;
}

/**
 * The root of an island. If the component fails, the island shows the component's content. If it has no content, the
 * island shows the error.
 */
export class Root extends Component<RootProps, RootState> {
  override state: RootState = {};

  static getDerivedStateFromError(error: unknown): RootState {
    return { failure: { error } };
  }

  override componentDidMount(): void {
    this.props.ready();
  }

  override componentDidCatch(error: unknown): void {
    this.props.failed(error);
  }

  override render(): ReactNode {
    const { failure } = this.state;
    const { children, slot } = this.props;
    if (!failure) return children;
    return slot || <PartFailure error={failure.error} retry={() => this.setState({ failure: null })} />;
  }
}
