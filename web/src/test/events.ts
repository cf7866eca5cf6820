/** A channel that tells what a test tells it. */
export class FakeEventSource extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  static opened: FakeEventSource[] = [];

  readonly url: string;
  readyState = FakeEventSource.CONNECTING;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;

  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.opened.push(this);
  }

  static get newest(): FakeEventSource {
    const newest = FakeEventSource.opened.at(-1);
    if (newest === undefined) throw new Error("Nobody listens.");
    return newest;
  }

  connect() {
    this.readyState = FakeEventSource.OPEN;
    this.onopen?.();
  }

  tell(kind: string, id: string, data: object = {}) {
    this.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify(data), lastEventId: id }));
  }

  fail(readyState: number) {
    this.readyState = readyState;
    this.onerror?.();
  }

  close() {
    this.readyState = FakeEventSource.CLOSED;
  }
}
