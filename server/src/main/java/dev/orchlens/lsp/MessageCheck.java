package dev.orchlens.lsp;

import com.google.gson.JsonParseException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
 * Turns away messages that come at the wrong time, that ask for what there is not, and whose
 * parameters are missing or of another form than their method has, with the errors that the
 * protocol has for that; {@link Params} looks at what is in them.
 */
final class MessageCheck {
  private static final Map<String, JsonRpcMethod> METHODS =
      ServiceEndpoints.getSupportedMethods(OrchlensServer.class);
  private static final Set<String> OFFERED = Offered.methods();

  /** What a client may ask for at a time of the server's life. */
  private enum Life {
    NEW,
    SERVING,
    SHUT_DOWN
  }

  private Life life = Life.NEW;

  /** Makes a check for a client that has not said hello. */
  MessageCheck() {}

  /**
   * Returns a consumer that checks messages before the given one gets them: those that come in, and
   * our answers.
   */
  MessageConsumer around(MessageConsumer consumer) {
    return consumer instanceof RemoteEndpoint
        ? message -> {
          if (message != null && isWanted(message)) { // An empty message asks for nothing.
            requireParams(message);
            consumer.consume(message);
          }
        }
        : message -> {
          sayWhatDoesNotFit(message);
          consumer.consume(message);
        };
  }

  /**
   * Returns whether a message is to be taken; a request that is not is refused. Messages come one
   * after the other.
   */
  private boolean isWanted(Message message) {
    return switch (message) {
      case RequestMessage request -> {
        refuse(request);
        yield true;
      }
      case NotificationMessage notice ->
          notice.getMethod().equals("exit")
              || notice.getMethod().equals("$/cancelRequest")
              || (life == Life.SERVING && OFFERED.contains(notice.getMethod()));
      default -> true;
    };
  }

  private void refuse(RequestMessage request) {
    String method = request.getMethod();
    boolean hello = method.equals("initialize");
    if (life == Life.NEW && !hello) {
      throw refusal(
          request, ResponseErrorCode.ServerNotInitialized, "The first request must be initialize.");
    }
    if (life == Life.SHUT_DOWN) {
      throw refusal(
          request,
          ResponseErrorCode.InvalidRequest,
          "The server was shut down and waits for exit.");
    }
    if (life == Life.SERVING && hello) {
      throw refusal(
          request, ResponseErrorCode.InvalidRequest, "The server is initialized already.");
    }
    if (!OFFERED.contains(method)) {
      throw refusal(
          request, ResponseErrorCode.MethodNotFound, "There is no method '" + method + "' here.");
    }
    if (hello && request.getParams() != null) {
      life = Life.SERVING;
    } else if (method.equals("shutdown")) {
      life = Life.SHUT_DOWN;
    }
  }

  private static MessageIssueException refusal(
      Message message, ResponseErrorCode code, String text) {
    return new MessageIssueException(message, new MessageIssue(text, code.getValue()));
  }

  private static void requireParams(Message message) {
    switch (message) {
      case RequestMessage request ->
          requireParams(request, request.getMethod(), request.getParams());
      case NotificationMessage notice ->
          requireParams(notice, notice.getMethod(), notice.getParams());
      default -> {
        // An answer has no parameters.
      }
    }
  }

  private static void requireParams(Message message, String name, Object params) {
    JsonRpcMethod method = METHODS.get(name);
    if (params == null && method != null && method.getParameterTypes().length > 0) {
      throw refusal(message, ResponseErrorCode.InvalidParams, name + " needs params.");
    }
  }

  /** What is JSON, but not what the method takes, counts as unreadable at first. */
  private static void sayWhatDoesNotFit(Message message) {
    if (message instanceof ResponseMessage response
        && response.getError() != null
        && response.getError().getData() instanceof JsonParseException failure
        && !(failure.getCause() instanceof IOException)) {
      String detail =
          failure
              .getMessage()
              .lines()
              .findFirst()
              .orElse("")
              .replaceFirst("^[\\w.]+Exception: ", "");
      response.setError(
          new ResponseError(
              ResponseErrorCode.InvalidParams,
              "The params do not fit the method: " + detail,
              null));
    }
  }

  /** Returns the answer to a request that failed with an exception. */
  static ResponseError error(Throwable failure) {
    return refusal(failure)
        .orElseGet(() -> RemoteEndpoint.DEFAULT_EXCEPTION_HANDLER.apply(failure));
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
