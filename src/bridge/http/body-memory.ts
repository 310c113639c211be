/** Bytes of request bodies that the server holds at one time. */
export const BODY_MEMORY = 64 * 1024 * 1024;
/** Bodies up to this size are not counted: those of all calls that can wait add up to no more than the limit again. */
const SMALL_BODY = 64 * 1024;

/** One request's part of the body memory. */
export interface BodyLease {
  /** Sets how many bytes the request holds. @returns false when they do not fit; the lease then stays as it was */
  readonly reserve: (bytes: number) => boolean;
  /** Frees what the request holds. */
  readonly release: () => void;
}

/** Bounds the memory taken by the bodies of all requests being read or waiting. */
export class BodyMemory {
  private used = 0;

  /** A lease for one request, which must release it. */
  lease(): BodyLease {
    let held = 0;
    return {
      reserve: (bytes) => {
        if (bytes <= SMALL_BODY) return true;
        const used = this.used - held + bytes;
        if (used > BODY_MEMORY) return false;
        this.used = used;
        held = bytes;
        return true;
      },
      release: () => {
        this.used -= held;
        held = 0;
      },
    };
  }
}
