import { Component, type ReactNode } from 'react';
import { Failure } from './states.tsx';

interface BoundaryProps {
  /** Another key is another thing to show: an earlier error is forgotten. */
  readonly subject: string;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly error: Error | null;
  readonly subject: string;
}

/** A mistake in one part of the page stays in that part, and says what it was; the rest goes on. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null, subject: this.props.subject };

  static getDerivedStateFromError(thrown: unknown): Partial<BoundaryState> {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  static getDerivedStateFromProps(props: BoundaryProps, state: BoundaryState): Partial<BoundaryState> | null {
    return props.subject === state.subject ? null : { error: null, subject: props.subject };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <Failure
        title="This part of the page is broken"
        error={error}
        retry={() => this.setState({ error: null })}
      />
    );
  }
}
