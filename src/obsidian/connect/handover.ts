import { copyText } from '../ui/clipboard';

/** What a client needs in order to connect. */
export interface Access {
  /** The server's URL without a path. */
  readonly url: string;
  readonly key: string;
}

/** How a client gets its configuration with one click of the button with this label. */
type Handover =
  | { readonly kind: 'copy'; readonly label: string }
  /** A link that makes the client add the bridge itself. */
  | {
      readonly kind: 'link';
      readonly label: string;
      readonly url: (access: Access) => string;
      /** Whether the client asks for the key, instead of getting it in the link. */
      readonly asksForKey?: boolean;
    }
  /** The extension, which asks for the address and the key. */
  | { readonly kind: 'file'; readonly label: string };

/** A program that can be a client, and how it is connected. */
export interface ClientKind {
  readonly id: string;
  readonly name: string;
  readonly interface: 'rest' | 'mcp';
  /** What connecting it takes. */
  readonly summary: string;
  readonly handover: Handover;
  /** What to do after the click. */
  readonly next: string;
  /** Where the configuration goes. */
  readonly place: string;
  readonly configuration: (access: Access) => string;
  /** Whether it is listed on the page of less common clients. */
  readonly isRare?: boolean;
}

/** Gives a client its configuration. */
export async function handOver({ handover, configuration }: ClientKind, access: Access): Promise<void> {
  switch (handover.kind) {
    case 'copy':
      return copyText(configuration(access), 'Copied.');
    case 'file': {
      // Loading its ZIP library takes about 10 ms, and few users ever need it.
      const { saveExtension } = await import('./save-extension');
      return saveExtension();
    }
    case 'link':
      if (handover.asksForKey) await copyText(access.key, 'Key copied.');
      window.open(handover.url(access));
  }
}
