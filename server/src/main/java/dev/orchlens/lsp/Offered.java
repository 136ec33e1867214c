package dev.orchlens.lsp;

import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.lsp4j.jsonrpc.services.JsonNotification;
import org.eclipse.lsp4j.jsonrpc.services.JsonRequest;
import org.eclipse.lsp4j.jsonrpc.services.JsonSegment;

/**
 * The methods of the protocol that the server has. Its interfaces declare all there are, with
 * defaults that only fail.
 */
final class Offered {
  private static final List<Class<?>> SERVICES =
      List.of(
          OrchlensServer.class,
          TextDocuments.class,
          WorkspaceEvents.class,
          ExtensionRequests.class);

  private Offered() {}

  /** Returns the names of the requests and notifications that are answered. */
  static Set<String> methods() {
    Set<String> names = new HashSet<>();
    for (Class<?> service : SERVICES) {
      for (Method method : service.getMethods()) {
        if (!method.isDefault()) {
          for (Class<?> declaring : service.getInterfaces()) {
            name(declaring, method).ifPresent(names::add);
          }
        }
      }
    }
    return names;
  }

  private static Optional<String> name(Class<?> declaring, Method implementation) {
    try {
      Method method =
          declaring.getMethod(implementation.getName(), implementation.getParameterTypes());
      JsonRequest request = method.getAnnotation(JsonRequest.class);
      JsonNotification notification = method.getAnnotation(JsonNotification.class);
      if (request == null && notification == null) {
        return Optional.empty();
      }
      String given = request != null ? request.value() : notification.value();
      boolean inSegment = request != null ? request.useSegment() : notification.useSegment();
      JsonSegment segment = method.getDeclaringClass().getAnnotation(JsonSegment.class);
      return Optional.of(
          (inSegment && segment != null ? segment.value() + "/" : "")
              + (given.isEmpty() ? method.getName() : given));
    } catch (NoSuchMethodException ofItsOwn) {
      return Optional.empty();
    }
  }
}
