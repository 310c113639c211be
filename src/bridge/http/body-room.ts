/** Bytes of bodies that a server holds at one time. */
export const ROOM = 64 * 1024 * 1024;
/** A body up to this size does not count: the bodies of all calls that can wait are at most as much again. */
const UNCOUNTED = 64 * 1024;

/** What one request takes of the room. */
export interface BodyShare {
  /** Counts so many bytes for the request from now on. @returns whether there is room for them */
  readonly takes: (bytes: number) => boolean;
  /** The body is needed no more. */
  readonly giveBack: () => void;
}

/** The room for the bodies of all requests that are being read or wait. */
export class BodyRoom {
  private taken = 0;

  /** A share for one request; whoever asks for it gives it back. */
  share(): BodyShare {
    let own = 0;
    return {
      takes: (bytes) => {
        if (bytes <= UNCOUNTED) return true;
        const taken = this.taken - own + bytes;
        if (taken > ROOM) return false;
        this.taken = taken;
        own = bytes;
        return true;
      },
      giveBack: () => {
        this.taken -= own;
        own = 0;
      },
    };
  }
}
