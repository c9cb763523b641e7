// docgen's version of Docusaurus' error boundary.
import { Component } from "react";

export default class ErrorBoundary extends Component {
  state = { error: null };

  static getDerivedStateFromError(error) {
    return { error };
  }

  render() {
    const { error } = this.state;
    const { children, fallback = ({ error }) => <p>{error.message}</p> } = this.props;
    return error === null ? children : fallback({ error, tryAgain: () => this.setState({ error: null }) });
  }
}
