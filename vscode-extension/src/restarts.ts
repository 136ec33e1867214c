/** Whether a server that ended by itself is started again: soon after each other only a few times. */

const most = 2;
const within = 3 * 60 * 1000;

/** Remembers when the server was started again. */
export class Restarts {
  private times: number[] = [];

  /**
   * Whether it may be started once more; if so, that counts as done.
   *
   * @param now in milliseconds
   */
  another(now: number): boolean {
    this.times = this.times.filter((time) => now - time < within);
    if (this.times.length >= most) {
      return false;
    }
    this.times.push(now);
    return true;
  }

  /** Starts to count anew, since the user wants it to be started. */
  forget(): void {
    this.times = [];
  }
}
