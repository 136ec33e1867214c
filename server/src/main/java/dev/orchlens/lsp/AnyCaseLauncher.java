package dev.orchlens.lsp;

import java.util.Locale;
import org.eclipse.lsp4j.jsonrpc.Launcher;
import org.eclipse.lsp4j.jsonrpc.MessageConsumer;
import org.eclipse.lsp4j.jsonrpc.MessageProducer;
import org.eclipse.lsp4j.jsonrpc.RemoteEndpoint;
import org.eclipse.lsp4j.jsonrpc.json.ConcurrentMessageProcessor;
import org.eclipse.lsp4j.jsonrpc.json.MessageJsonHandler;
import org.eclipse.lsp4j.jsonrpc.json.StreamMessageProducer;

/**
 * Reads the names of headers in whatever case they come, as HTTP has it and the protocol follows.
 */
final class AnyCaseLauncher<T> extends Launcher.Builder<T> {
  private MessageJsonHandler json;
  private RemoteEndpoint endpoint;

  @Override
  protected MessageJsonHandler createJsonHandler() {
    json = super.createJsonHandler();
    return json;
  }

  @Override
  protected RemoteEndpoint createRemoteEndpoint(MessageJsonHandler handler) {
    endpoint = super.createRemoteEndpoint(handler);
    return endpoint;
  }

  @Override
  protected ConcurrentMessageProcessor createMessageProcessor(
      MessageProducer reader, MessageConsumer consumer, T proxy) {
    return super.createMessageProcessor(new AnyCaseProducer(), consumer, proxy);
  }

  private final class AnyCaseProducer extends StreamMessageProducer {
    AnyCaseProducer() {
      super(input, json, endpoint);
    }

    @Override
    protected void parseHeader(String line, Headers headers) {
      int colon = line.indexOf(':');
      String name = line.substring(0, Math.max(0, colon)).strip().toLowerCase(Locale.ROOT);
      super.parseHeader(
          switch (name) {
            case "content-length" -> CONTENT_LENGTH_HEADER + line.substring(colon);
            case "content-type" -> CONTENT_TYPE_HEADER + line.substring(colon);
            default -> line;
          },
          headers);
    }
  }
}
