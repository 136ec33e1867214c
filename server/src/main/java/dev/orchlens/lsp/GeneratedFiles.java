package dev.orchlens.lsp;

import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FilePaths;
import dev.orchlens.analysis.GeneratedFile;
import dev.orchlens.analysis.Settings;
import dev.orchlens.feature.GeneratedCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.eclipse.lsp4j.MessageActionItem;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.MessageType;
import org.eclipse.lsp4j.ShowDocumentParams;
import org.eclipse.lsp4j.ShowMessageRequestParams;

/**
 * Writes generated C++ beside the program, or where the settings say; asks before it overwrites a
 * file of others.
 */
final class GeneratedFiles {
  private final Session session;

  GeneratedFiles(Session session) {
    this.session = session;
  }

  /** Writes the C++ with a name of a document; what goes wrong is told to the user. */
  CompletableFuture<Object> write(String uri, String name) {
    record Job(GeneratedCode code, Path target, String text) {}
    Settings settings = session.workspace().snapshot().settings();
    return session
        .<Optional<Job>>latestAnswer(
            uri,
            Session.Need.FACTS,
            Optional.empty(),
            view -> {
              FileAnalysis analysis = view.found();
              return GeneratedCode.named(view.facts(), name)
                  .flatMap(
                      code ->
                          target(analysis, name, settings)
                              .map(target -> new Job(code, target, text(analysis, name, code))));
            })
        .thenCompose(
            job -> {
              if (job.isEmpty()) {
                return tell(
                    MessageType.Error,
                    "There is no Orchestration function " + name + " in " + uri + ".");
              }
              if (!job.get().code().complete()) {
                return tell(
                    MessageType.Error, job.get().code().text().replaceAll("(?m)^// ?", "").strip());
              }
              return checked(uri, job.get().target(), job.get().text(), settings);
            });
  }

  private static Optional<Path> target(FileAnalysis analysis, String name, Settings settings) {
    return FilePaths.path(analysis.uri())
        .map(
            program -> {
              String stem = program.getFileName().toString().replaceFirst("\\.py$", "");
              boolean several =
                  GeneratedCode.names(analysis.facts(settings.analyzeAutoScopes())).size() > 1;
              String file = stem + (several ? "." + name : "") + ".orchestration.cpp";
              return settings.generatedDirectory().isEmpty()
                  ? program.resolveSibling(file)
                  : base(program, settings)
                      .resolve(settings.generatedDirectory())
                      .resolve(file)
                      .normalize();
            });
  }

  /**
   * The folder that the settings count from: that of the workspace that holds the program, else the
   * program's own.
   */
  private static Path base(Path program, Settings settings) {
    return settings.workspaceRoots().stream()
        .filter(program::startsWith)
        .findFirst()
        .orElse(program.getParent());
  }

  private static String text(FileAnalysis analysis, String name, GeneratedCode code) {
    return GeneratedFile.text(
        analysis.uri().substring(analysis.uri().lastIndexOf('/') + 1), name, code.text());
  }

  /**
   * Asks where somebody else's file would be overwritten, and refuses what nobody can have meant.
   */
  private CompletableFuture<Object> checked(
      String uri, Path target, String text, Settings settings) {
    if (!isAllowed(uri, target, settings)) {
      return tell(
          MessageType.Error,
          target
              + " is outside of the workspace, so it is not written. Choose a folder inside with"
              + " orchlens.generated.directory.");
    }
    GeneratedFile.State found = GeneratedFile.state(target);
    return switch (found) {
      case ABSENT, OURS -> save(target, found, text);
      case LINK ->
          tell(
              MessageType.Error,
              target + " is a link, and nothing is written through links. Remove it first.");
      case FOREIGN -> {
        ShowMessageRequestParams question =
            new ShowMessageRequestParams(List.of(new MessageActionItem("Overwrite")));
        question.setType(MessageType.Warning);
        question.setMessage(
            target + " is there already and was not written by Orchlens. Overwrite it?");
        yield session
            .client()
            .showMessageRequest(question)
            .thenCompose(answer -> answer != null ? save(target, found, text) : done());
      }
    };
  }

  /**
   * A folder that the settings name must be in the workspace; beside the program anything may be
   * written.
   */
  private static boolean isAllowed(String uri, Path target, Settings settings) {
    try {
      return settings.generatedDirectory().isEmpty()
          || GeneratedFile.isInside(base(FilePaths.path(uri).orElseThrow(), settings), target);
    } catch (IOException unreadable) {
      return false;
    }
  }

  private CompletableFuture<Object> save(Path target, GeneratedFile.State found, String text) {
    try {
      Files.createDirectories(target.getParent());
      GeneratedFile.write(target, found, text);
    } catch (IOException unwritable) {
      return tell(MessageType.Error, target + " could not be written: " + unwritable.getMessage());
    }
    if (session.features().showsDocuments()) {
      return session
          .client()
          .showDocument(new ShowDocumentParams(target.toUri().toString()))
          .thenApply(_ -> null);
    }
    return tell(MessageType.Info, "The C++ is in " + target + ".");
  }

  private CompletableFuture<Object> tell(MessageType type, String message) {
    session.client().showMessage(new MessageParams(type, message));
    return done();
  }

  private static CompletableFuture<Object> done() {
    return CompletableFuture.completedFuture(null);
  }
}
