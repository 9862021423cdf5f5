/// The interfaces of the objects, with the names of their members and the description that clients read.
enum Interface: String, CaseIterable {
  case service = "org.freedesktop.Secret.Service"
  case collection = "org.freedesktop.Secret.Collection"
  case item = "org.freedesktop.Secret.Item"
  case session = "org.freedesktop.Secret.Session"
  case prompt = "org.freedesktop.Secret.Prompt"
  case portal = "org.freedesktop.impl.portal.Secret"
  case properties = "org.freedesktop.DBus.Properties"
  case introspectable = "org.freedesktop.DBus.Introspectable"

  /// The methods of the interface.
  var methods: [String] {
    switch self {
    case .service:
      [
        "OpenSession", "CreateCollection", "SearchItems", "Unlock", "Lock", "LockService", "GetSecrets", "ReadAlias",
        "SetAlias",
      ]
    case .collection: ["Delete", "SearchItems", "CreateItem"]
    case .item: ["Delete", "GetSecret", "SetSecret"]
    case .session: ["Close"]
    case .prompt: ["Prompt", "Dismiss"]
    case .portal: ["RetrieveSecret"]
    case .properties: ["Get", "GetAll", "Set"]
    case .introspectable: ["Introspect"]
    }
  }

  /// The properties of the interface.
  var properties: [String] {
    switch self {
    case .service: ["Collections"]
    case .collection: ["Items", "Label", "Locked", "Created", "Modified"]
    case .item: ["Locked", "Attributes", "Label", "Type", "Created", "Modified"]
    case .portal: ["version"]
    case .session, .prompt, .properties, .introspectable: []
    }
  }

  /// The interfaces of an object, besides `properties` and `introspectable`, which every object has.
  static func of(_ object: ObjectPath) -> [Interface] {
    switch object {
    case .service: [.service]
    case .collection, .alias: [.collection]
    case .item, .aliasedItem: [.item]
    case .session: [.session]
    case .prompt: [.prompt]
    case .portal: [.portal]
    case .above, .missing: []
    }
  }

  /// The description of an object in XML.
  static func introspection(of object: ObjectPath, children: [String]) -> String {
    let interfaces = of(object) + [.properties, .introspectable]
    return """
      <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
       "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
      <node>
      \(interfaces.map(\.description).joined(separator: "\n"))
      \(children.map { " <node name=\"\($0)\"/>" }.joined(separator: "\n"))
      </node>

      """
  }

  private var description: String {
    " <interface name=\"\(rawValue)\">\n" + members.map { "  \($0)\n" }.joined() + " </interface>"
  }

  private var members: [String] {
    switch self {
    case .service:
      [
        Self.method("OpenSession", [("algorithm", "s"), ("input", "v")], [("output", "v"), ("result", "o")]),
        Self.method(
          "CreateCollection", [("properties", "a{sv}"), ("alias", "s")], [("collection", "o"), ("prompt", "o")]),
        Self.method("SearchItems", [("attributes", "a{ss}")], [("unlocked", "ao"), ("locked", "ao")]),
        Self.method("Unlock", [("objects", "ao")], [("unlocked", "ao"), ("prompt", "o")]),
        Self.method("Lock", [("objects", "ao")], [("locked", "ao"), ("prompt", "o")]),
        Self.method("LockService", [], []),
        Self.method("GetSecrets", [("items", "ao"), ("session", "o")], [("secrets", "a{o(oayays)}")]),
        Self.method("ReadAlias", [("name", "s")], [("collection", "o")]),
        Self.method("SetAlias", [("name", "s"), ("collection", "o")], []),
        Self.property("Collections", "ao"),
        Self.signal("CollectionCreated"), Self.signal("CollectionDeleted"), Self.signal("CollectionChanged"),
      ]
    case .collection:
      [
        Self.method("Delete", [], [("prompt", "o")]),
        Self.method("SearchItems", [("attributes", "a{ss}")], [("results", "ao")]),
        Self.method(
          "CreateItem", [("properties", "a{sv}"), ("secret", "(oayays)"), ("replace", "b")],
          [("item", "o"), ("prompt", "o")]),
        Self.property("Items", "ao"), Self.property("Label", "s", isWritable: true), Self.property("Locked", "b"),
        Self.property("Created", "t"), Self.property("Modified", "t"),
        Self.signal("ItemCreated"), Self.signal("ItemDeleted"), Self.signal("ItemChanged"),
      ]
    case .item:
      [
        Self.method("Delete", [], [("prompt", "o")]),
        Self.method("GetSecret", [("session", "o")], [("secret", "(oayays)")]),
        Self.method("SetSecret", [("secret", "(oayays)")], []),
        Self.property("Locked", "b"), Self.property("Attributes", "a{ss}", isWritable: true),
        Self.property("Label", "s", isWritable: true), Self.property("Type", "s"), Self.property("Created", "t"),
        Self.property("Modified", "t"),
      ]
    case .session: [Self.method("Close", [], [])]
    case .prompt:
      [
        Self.method("Prompt", [("window_id", "s")], []), Self.method("Dismiss", [], []),
        "<signal name=\"Completed\"><arg name=\"dismissed\" type=\"b\"/><arg name=\"result\" type=\"v\"/></signal>",
      ]
    case .portal:
      [
        Self.method(
          "RetrieveSecret", [("handle", "o"), ("app_id", "s"), ("fd", "h"), ("options", "a{sv}")],
          [("response", "u"), ("results", "a{sv}")]),
        Self.property("version", "u"),
      ]
    case .properties:
      [
        Self.method("Get", [("interface", "s"), ("property", "s")], [("value", "v")]),
        Self.method("GetAll", [("interface", "s")], [("properties", "a{sv}")]),
        Self.method("Set", [("interface", "s"), ("property", "s"), ("value", "v")], []),
        "<signal name=\"PropertiesChanged\"><arg name=\"interface\" type=\"s\"/>"
          + "<arg name=\"changed\" type=\"a{sv}\"/><arg name=\"invalidated\" type=\"as\"/></signal>",
      ]
    case .introspectable: [Self.method("Introspect", [], [("data", "s")])]
    }
  }

  private static func method(_ name: String, _ input: [(String, String)], _ output: [(String, String)]) -> String {
    func arguments(_ arguments: [(String, String)], _ direction: String) -> String {
      arguments.map { "<arg name=\"\($0.0)\" type=\"\($0.1)\" direction=\"\(direction)\"/>" }.joined()
    }
    return "<method name=\"\(name)\">\(arguments(input, "in"))\(arguments(output, "out"))</method>"
  }

  private static func property(_ name: String, _ type: String, isWritable: Bool = false) -> String {
    "<property name=\"\(name)\" type=\"\(type)\" access=\"\(isWritable ? "readwrite" : "read")\"/>"
  }

  private static func signal(_ name: String) -> String {
    "<signal name=\"\(name)\"><arg name=\"path\" type=\"o\"/></signal>"
  }
}
