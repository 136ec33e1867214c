package dev.orchlens.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.orchlens.analysis.EntryAnalysis;
import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.FactsJson;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.Place;
import dev.orchlens.analysis.Places;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.order.FunctionOrder;
import dev.orchlens.order.OrderEdge;
import dev.orchlens.order.OrderHazard;
import dev.orchlens.order.OrderNode;
import java.util.List;
import java.util.stream.Collectors;

/** Writes what holds the tasks of a file apart as JSON; docs/order.md describes the format. */
final class OrderJson {
  private final Places places;

  private OrderJson(Places places) {
    this.places = places;
  }

  /** Returns the document for one analysed file, which the caller knows as {@code file}. */
  static JsonObject of(String file, FileAnalysis analysis) {
    JsonObject document = new JsonObject();
    document.addProperty("file", file);
    analysis
        .loadError()
        .ifPresent(problem -> document.addProperty("load_error", problem.message()));
    OrderJson writer = new OrderJson(analysis.places());
    JsonObject entries = new JsonObject();
    for (EntryAnalysis entry : analysis.entries()) {
      JsonObject states = new JsonObject();
      states.add("default", writer.state(entry.off()));
      states.add("auto", writer.state(entry.on()));
      entries.add(entry.name(), states);
    }
    document.add("entries", entries);
    return document;
  }

  private JsonObject state(Outcome outcome) {
    JsonObject state = new JsonObject();
    switch (outcome) {
      case Outcome.Rejected rejected ->
          state.addProperty(
              "error",
              rejected.problems().stream()
                  .filter(p -> p.stops())
                  .map(Problem::message)
                  .collect(Collectors.joining("\n")));
      case Outcome.Compiled compiled when compiled.order().defect().isPresent() ->
          state.addProperty(
              "error", "Orchlens failed on this program: " + compiled.order().defect().get());
      case Outcome.Compiled compiled -> {
        JsonObject functions = new JsonObject();
        compiled.order().known().forEach((name, order) -> functions.add(name, function(order)));
        state.add("functions", functions);
      }
    }
    return state;
  }

  private JsonObject function(FunctionOrder order) {
    JsonArray edges = new JsonArray();
    order.edges().forEach(edge -> edges.add(edge(edge)));
    JsonArray hazards = new JsonArray();
    order.hazards().forEach(hazard -> hazards.add(hazard(order, hazard)));
    JsonArray lifetimes = new JsonArray();
    order.lifetimes().forEach(released -> lifetimes.add(lifetime(released)));
    JsonObject function = new JsonObject();
    function.add("edges", edges);
    function.add("hazards", hazards);
    function.add("lifetime", lifetimes);
    order.longest().ifPresent(tasks -> function.addProperty("longest_chain", tasks));
    JsonArray needless = new JsonArray();
    order.needless().forEach(each -> needless.add(needless(order, each)));
    JsonArray serial = new JsonArray();
    order.serial().forEach(each -> serial.add(serial(each)));
    function.add("needless", needless);
    function.add("serial", serial);
    return function;
  }

  private JsonObject needless(FunctionOrder order, FunctionOrder.Needless each) {
    JsonObject object = new JsonObject();
    object.addProperty("task", id(each.task()));
    object.addProperty("name", each.name());
    object.add("by", by(order.chain(each)));
    return object;
  }

  private JsonObject serial(FunctionOrder.Serial each) {
    JsonObject object = new JsonObject();
    object.addProperty("task", id(each.task()));
    object.addProperty("tensor", each.tensor());
    each.longest().ifPresent(tasks -> object.addProperty("longest_chain", tasks));
    return object;
  }

  private String id(OrderNode node) {
    return switch (node) {
      case OrderNode.Task task -> "t" + task.id();
      case OrderNode.Barrier barrier -> "b" + barrier.id();
      case OrderNode.HostAccess access ->
          "host:" + places.of(access.origin()).map(Place::line).orElse(0);
    };
  }

  private JsonObject edge(OrderEdge edge) {
    JsonObject object = new JsonObject();
    object.addProperty("from", id(edge.from()));
    object.addProperty("to", id(edge.to()));
    object.addProperty("kind", edge.kind().label());
    edge.tensor().ifPresent(tensor -> object.addProperty("tensor", tensor));
    object.addProperty("distance", edge.distance().text());
    object.addProperty("certainty", edge.always() ? "always" : "may");
    object.addProperty("because", edge.because());
    return object;
  }

  private JsonArray by(List<OrderEdge> chain) {
    JsonArray by = new JsonArray();
    chain.forEach(e -> by.add(e.kind().label() + " " + id(e.from()) + "->" + id(e.to())));
    return by;
  }

  private JsonObject hazard(FunctionOrder order, OrderHazard hazard) {
    JsonObject object = new JsonObject();
    object.add("first", at(hazard.first().origin()));
    object.add("second", at(hazard.second().origin()));
    JsonArray launches = new JsonArray();
    launches.add(id(hazard.first()));
    launches.add(id(hazard.second()));
    object.add("launches", launches);
    object.addProperty("tensor", hazard.tensor());
    object.addProperty("kind", hazard.kind().name());
    object.addProperty("distance", hazard.distance().text());
    object.addProperty("status", hazard.status().label());
    if (hazard.status().isOrdered()) {
      object.add("by", by(order.chain(hazard.first(), hazard.second())));
    }
    object.addProperty("because", hazard.because());
    hazard
        .cause()
        .filter(_ -> !hazard.status().isOrdered())
        .ifPresent(cause -> object.addProperty("code", cause.code().section()));
    hazard.witness().ifPresent(witness -> object.addProperty("witness", witness));
    return object;
  }

  private JsonObject lifetime(FunctionOrder.EarlyRelease released) {
    JsonObject object = new JsonObject();
    object.addProperty("tensor", released.tensor());
    object.add("allocated", at(released.allocated()));
    object.add("used", at(released.user().origin()));
    object.addProperty("status", "released-early");
    return object;
  }

  private JsonArray at(Origin origin) {
    return FactsJson.at(places, origin);
  }
}
