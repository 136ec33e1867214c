package dev.orchlens.analysis;

import dev.orchlens.ir.Origin;
import dev.orchlens.module.value.Site;
import dev.orchlens.syntax.SyntaxTree;
import dev.orchlens.syntax.TopLevel;
import dev.orchlens.text.SourceRange;
import java.util.Optional;

/** Places of the lower layers as origins. */
final class Origins {
  private Origins() {}

  static Origin of(Site site) {
    return new Origin(
        site.file(), site.item(), site.range().start(), site.range().end(), Optional.empty());
  }

  static Origin of(SyntaxTree tree, TopLevel item, SourceRange range) {
    return new Origin(
        tree.document().uri(), tree.key(item), range.start(), range.end(), Optional.empty());
  }
}
