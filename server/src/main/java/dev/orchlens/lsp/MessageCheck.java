package dev.orchlens.lsp;

import com.google.gson.JsonParseException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.eclipse.lsp4j.jsonrpc.MessageConsumer;
import org.eclipse.lsp4j.jsonrpc.MessageIssueException;
import org.eclipse.lsp4j.jsonrpc.RemoteEndpoint;
import org.eclipse.lsp4j.jsonrpc.ResponseErrorException;
import org.eclipse.lsp4j.jsonrpc.json.JsonRpcMethod;
import org.eclipse.lsp4j.jsonrpc.messages.Message;
import org.eclipse.lsp4j.jsonrpc.messages.MessageIssue;
import org.eclipse.lsp4j.jsonrpc.messages.NotificationMessage;
import org.eclipse.lsp4j.jsonrpc.messages.RequestMessage;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseError;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseErrorCode;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseMessage;
import org.eclipse.lsp4j.jsonrpc.services.ServiceEndpoints;

/**
 * Turns away messages whose parameters are missing or of another form than their method has, with the error that the
 * protocol has for that, {@code InvalidParams}; {@link Params} looks at what is in them.
 */
final class MessageCheck {
  private static final Map<String, JsonRpcMethod> METHODS = ServiceEndpoints.getSupportedMethods(OrchlensServer.class);

  private MessageCheck() {}

  /** Returns a consumer that checks messages before the given one gets them: those that come in, and our answers. */
  static MessageConsumer around(MessageConsumer consumer) {
    return consumer instanceof RemoteEndpoint
        ? message -> {
          if (message != null) { // An empty message, which asks for nothing.
            requireParams(message);
            consumer.consume(message);
          }
        }
        : message -> {
          sayWhatDoesNotFit(message);
          consumer.consume(message);
        };
  }

  private static void requireParams(Message message) {
    switch (message) {
      case RequestMessage request -> requireParams(request, request.getMethod(), request.getParams());
      case NotificationMessage notice -> requireParams(notice, notice.getMethod(), notice.getParams());
      default -> {
        // An answer has no parameters.
      }
    }
  }

  private static void requireParams(Message message, String name, Object params) {
    JsonRpcMethod method = METHODS.get(name);
    if (params == null && method != null && method.getParameterTypes().length > 0) {
      throw new MessageIssueException(
          message, new MessageIssue(name + " needs params.", ResponseErrorCode.InvalidParams.getValue()));
    }
  }

  /** What is JSON, but not what the method takes, counts as unreadable at first. */
  private static void sayWhatDoesNotFit(Message message) {
    if (message instanceof ResponseMessage response
        && response.getError() != null
        && response.getError().getData() instanceof JsonParseException failure
        && !(failure.getCause() instanceof IOException)) {
      String detail = failure.getMessage().lines().findFirst().orElse("").replaceFirst("^[\\w.]+Exception: ", "");
      response.setError(
          new ResponseError(ResponseErrorCode.InvalidParams, "The params do not fit the method: " + detail, null));
    }
  }

  /** Returns the answer to a request that failed with an exception. */
  static ResponseError error(Throwable failure) {
    return refusal(failure).orElseGet(() -> RemoteEndpoint.DEFAULT_EXCEPTION_HANDLER.apply(failure));
  }

  private static Optional<ResponseError> refusal(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ResponseErrorException refused) {
        return Optional.of(refused.getResponseError());
      }
    }
    return Optional.empty();
  }
}
