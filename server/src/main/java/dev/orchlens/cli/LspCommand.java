package dev.orchlens.cli;

import dev.orchlens.lsp.ServerLauncher;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code orchlens lsp}: the language server on standard input and output. */
@Command(
    name = "lsp",
    mixinStandardHelpOptions = true,
    description = "Speaks the Language Server Protocol on standard input and output.")
final class LspCommand implements Callable<Integer> {
  @Override
  public Integer call() {
    InputStream in = System.in;
    // A PrintStream would not say that nobody reads any more.
    OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));
    // Whatever else prints to standard output would break the protocol.
    System.setOut(System.err);
    return ServerLauncher.run(in, out);
  }
}
