/** The palette's commands, beside the rail's pages: areas add their commands while their pages are shown, or for good. */
import { useEffect, useSyncExternalStore } from 'react';

export interface Command {
  readonly id: string;
  readonly title: string;
  readonly run: () => void;
}

/** Turns what was typed into commands: an order id leads to its order. Gets the text as typed, trimmed. */
export type CommandSource = (typed: string) => readonly Command[];

let sources: readonly CommandSource[] = [];
const listeners = new Set<() => void>();

function change(next: readonly CommandSource[]): void {
  sources = next;
  for (const listener of listeners) listener();
}

/** Adds a source until it is called; `useCommands` does it for the life of a component. */
export function addCommands(source: CommandSource): () => void {
  change([...sources, source]);
  return () => change(sources.filter((one) => one !== source));
}

/** `source` should be the same function as long as nothing has changed. */
export function useCommands(source: CommandSource): void {
  useEffect(() => addCommands(source), [source]);
}

export function useCommandSources(): readonly CommandSource[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => sources,
  );
}
