package dev.orchlens.lsp;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** The stream to the client; once nobody reads it any more, nobody is left to serve. */
final class WatchedOutput extends FilterOutputStream {
  private final Runnable onBroken;

  /**
   * Makes one.
   *
   * @param onBroken run when something cannot be written
   */
  WatchedOutput(OutputStream out, Runnable onBroken) {
    super(out);
    this.onBroken = onBroken;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    watched(() -> out.write(bytes, offset, length));
  }

  @Override
  public void write(int value) throws IOException {
    watched(() -> out.write(value));
  }

  @Override
  public void flush() throws IOException {
    watched(out::flush);
  }

  private interface Step {
    void take() throws IOException;
  }

  private void watched(Step step) throws IOException {
    try {
      step.take();
    } catch (IOException closed) {
      onBroken.run();
      throw closed;
    }
  }
}
