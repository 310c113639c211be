import type { SavedFile } from './save-file';

/** What a client needs in order to connect. */
export interface Access {
  /** The server's URL without a path. */
  readonly url: string;
  readonly key: string;
  /** Where the user saves the relay: in their home folder, with slashes on every system. */
  readonly relayFile: string;
}

/** A text that the user pastes into the client. */
export interface PastedValue {
  readonly name: string;
  readonly text: (access: Access) => string;
}

/** What a step's button does: it opens a link that makes the client add the bridge, or saves a file. */
type StepAction =
  | { readonly kind: 'link'; readonly label: string; readonly url: (access: Access) => string }
  | { readonly kind: 'file'; readonly label: string; readonly file: SavedFile };

/** One thing that the user does to connect a client. */
export interface SetupStep {
  readonly text: string;
  readonly values?: readonly PastedValue[];
  readonly action?: StepAction;
}

/** The groups of clients, in display order. */
export const CLIENT_GROUPS = {
  coding: 'Coding agents and editors',
  assistant: 'Assistants',
  other: 'Scripts and other clients',
} as const;

/** A program that can be a client, and how it is connected. */
export interface ClientKind {
  readonly id: string;
  readonly name: string;
  readonly group: keyof typeof CLIENT_GROUPS;
  readonly interface: 'rest' | 'mcp';
  /** What connecting it takes. */
  readonly summary: string;
  readonly steps: readonly SetupStep[];
  /** Alternative ways to connect it, of which the user chooses one, each with the name of what it is for. */
  readonly parts?: readonly { readonly name: string; readonly step: SetupStep }[];
  /** The command that removes the entry of an earlier connection, which would keep the new one out. */
  readonly removal?: string;
  /** What to do if the link of a step doesn't open the client. */
  readonly byHand?: SetupStep;
  /** Whether it shows the prompts of MCP servers as slash commands. */
  readonly hasSlashCommands?: boolean;
  /** How it is connected through the relay, so that it has the tools before Obsidian is open. */
  readonly throughRelay?: readonly SetupStep[];
  /** Whether it is one of many, which the user names. */
  readonly isGeneric?: boolean;
}
