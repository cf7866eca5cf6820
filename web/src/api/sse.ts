interface ServerEvent {
  /** Events without a name are messages. */
  event: string;
  data: string;
}

/** The events of a stream, wherever the network cuts it. One that is not whole at the end is left out. */
export async function* serverEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += value ?? "";
      const blocks = rest.split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const event = eventOf(block);
        if (event.data !== "") yield event;
      }
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function eventOf(block: string): ServerEvent {
  const lines = block.split("\n");
  const all = (field: string) =>
    lines.filter((line) => line.startsWith(`${field}:`)).map((line) => line.slice(field.length + 1).trim());
  return { event: all("event").at(-1) ?? "message", data: all("data").join("\n") };
}
