import CPlatform
import Glibc
package import Keychain
import KeychainFiles
import KeychainLog
package import KeychainModel
package import KeychainPrompt

/// The Secret Service of one session: the objects of `org.freedesktop.secrets`, whose items are keychain items
/// (docs/desktop.md).
///
/// One thread receives the calls and answers them, one after the other. Questions to the person run on threads of their
/// own.
package final class SecretService {
  package static let name = "org.freedesktop.secrets"

  /// The longest time that a call waits for another program that uses a keychain. Clients usually wait for 25 seconds.
  private static let timeLimit = Duration.seconds(10)

  let bus: BusConnection
  let collections: CollectionDirectory
  var sessions = SessionTable()
  var consent: ProgramConsent
  var authorized = AuthorizedItems()
  /// The connection whose call is answered now.
  var caller = ""
  let processes: ClientProcesses
  let prompts: PromptTable
  let changes: ChangeTable
  private let wakeUp: WakeUp
  private var isStopped = false

  /// - Parameters:
  ///   - client: A client of all keychains of the user.
  ///   - asksForPrograms: Whether the person must allow each program to use the items.
  ///   - makePrompter: Makes the prompter for the questions of one prompt.
  package init(
    _ bus: BusConnection, _ client: KeychainClient, asksForPrograms: Bool,
    makePrompter: @escaping @Sendable () -> any Prompter
  ) throws(KeychainError) {
    self.bus = bus
    consent = ProgramConsent(isNeeded: asksForPrograms)
    collections = CollectionDirectory(client.limited(to: Self.timeLimit))
    let wakeUp = try WakeUp()
    self.wakeUp = wakeUp
    changes = ChangeTable(wake: { wakeUp.send() })
    let processes = ClientProcesses(bus)
    self.processes = processes
    prompts = PromptTable(
      makePrompter: makePrompter, wake: { wakeUp.send() }, group: { processes.group(of: $0) })
  }

  // MARK: Running

  /// Subscribes to the ends of connections. Call it before the name is requested.
  package func prepare() throws(KeychainError) {
    try bus.addMatch(
      "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',arg2=''")
  }

  /// Serves calls until the name goes to another owner, or a descriptor becomes readable.
  ///
  /// - Parameter stop: The descriptor, such as one that reports signals.
  /// - Throws: `.notAvailable` when the bus ends.
  package func run(until stop: Int32) throws(KeychainError) {
    defer {
      prompts.endAll()
      changes.stop()
      bus.flush()
    }
    if let all = try? collections.all() { changes.watch(all) }
    while true {
      if let message = try bus.step() {
        handle(message)
        if isStopped { return }
      }
      // Returns at once if the bus has another message. So programs that send calls without a pause delay neither the ends
      // of prompts nor the end of the service.
      let (isAwoken, isStopRequested) = bus.wait(orReadable: wakeUp.descriptor, stop)
      if isAwoken { attendToEvents() }
      if isStopRequested { return }
    }
  }

  private func attendToEvents() {
    guard wakeUp.take() else { return }
    finishPrompts()
    reportChanges()
  }

  // MARK: Messages

  private func handle(_ message: BusMessage) {
    if message.isSignal {
      if message.sender == "org.freedesktop.DBus" { try? handle(signal: message) }
      return
    }
    guard message.isCall else { return }
    do throws(BusError) {
      try answer(message)
    } catch {
      bus.reply(to: message, error: error)
    }
  }

  private func handle(signal message: BusMessage) throws(BusError) {
    switch message.member {
    case "NameOwnerChanged":
      try message.require(signature: "sss")
      let (name, _, new) = (try message.text(), try message.text(), try message.text())
      guard new.isEmpty, name.hasPrefix(":") else { return }
      sessions.end(owner: name)
      prompts.end(owner: name)
      consent.end(client: name)
      processes.end(client: name)
      authorized.end(owner: name)
    case "NameLost":
      try message.require(signature: "s")
      if try message.text() == Self.name { isStopped = true }
    default: break
    }
  }

  private func answer(_ call: BusMessage) throws(BusError) {
    caller = call.sender
    let object = ObjectPath(call.path)
    let member = call.member
    let interfaces = Interface.of(object) + [.properties, .introspectable]
    guard object != .missing else { throw .unknownObject }
    let selected = interfaces.first { call.interface.map($0.rawValue.isIdentical) ?? $0.methods.contains(member) }
    guard let selected else {
      throw call.interface == nil
        ? .unknownMethod("the object has no such method") : .unknownInterface("the object has no such interface")
    }
    guard selected.methods.contains(member) else { throw .unknownMethod("the interface has no such method") }
    switch selected {
    case .service: try answerService(call, member)
    case .collection: try answerCollection(call, member, try collection(at: object))
    case .item:
      let (collection, identifier) = try item(at: object)
      try answerItem(call, member, collection, identifier)
    case .session: try answerSession(call, object)
    case .prompt: try answerPrompt(call, member, object)
    case .portal: try answerPortal(call)
    case .properties: try answerProperties(call, member, object)
    case .introspectable: try introspect(call, object)
    }
  }

  // MARK: Objects

  /// A collection as the caller sees it; nil when there is none.
  func collection(named name: String) throws(BusError) -> NamedCollection? {
    try realCollection(named: name).map(seen)
  }

  /// A collection as the caller sees it.
  private func seen(_ collection: NamedCollection) -> NamedCollection {
    let name = collection.name
    guard name == CollectionDirectory.sessionName || isAllowed(caller) else {
      return NamedCollection(name: name, items: UndecidedCollection(base: collection.items))
    }
    let proofs = authorized.proofs(of: caller, in: name)
    guard !proofs.isEmpty, var keychain = collection.keychain else { return collection }
    keychain.proofs = proofs
    return NamedCollection(name: name, items: keychain)
  }

  /// A collection as it is, also while the person has not allowed the caller to use the items.
  func realCollection(named name: String) throws(BusError) -> NamedCollection? {
    try answering { () throws(KeychainError) in try collections.collection(name) }
  }

  /// Whether the person allows a connection to use the items.
  func isAllowed(_ client: String) -> Bool { consent.mayUse(client) { program(of: $0) } }

  /// The name of the collection of an object; nil for an object of another kind, and for an unknown alias.
  func collectionName(of object: ObjectPath) throws(BusError) -> String? {
    switch object {
    case .collection(let name), .item(let name, _): name
    case .alias(let alias), .aliasedItem(let alias, _):
      try answering { () throws(KeychainError) in try collections.name(ofAlias: alias) }
    default: nil
    }
  }

  /// - Throws: `UnknownObject` when there is no such collection.
  func collection(at object: ObjectPath) throws(BusError) -> NamedCollection {
    guard let name = try collectionName(of: object), let found = try collection(named: name) else {
      throw .unknownObject
    }
    return found
  }

  /// - Throws: `UnknownObject` when there is no such collection. The item may be missing.
  func item(at object: ObjectPath) throws(BusError) -> (NamedCollection, RowIdentifier) {
    switch object {
    case .item(_, let identifier), .aliasedItem(_, let identifier): return (try collection(at: object), identifier)
    default: throw .unknownObject
    }
  }

  /// Every collection as the caller sees it, in order.
  func allCollections() throws(BusError) -> [NamedCollection] {
    let all = try answering { () throws(KeychainError) in try collections.all() }
    // Another program may have changed the search list.
    changes.watch(all)
    return all.map(seen)
  }

  // MARK: Signals

  /// Reports a change that the service made to an item.
  func signal(_ collection: NamedCollection, _ member: String, item: RowIdentifier) {
    if member == "ItemDeleted" {
      changes.noteDeleted(item, in: collection.name)
    } else {
      changes.noteStored(item, in: collection.name)
    }
    send(collection, member, item: item)
  }

  func send(_ collection: NamedCollection, _ member: String, item: RowIdentifier) {
    bus.signal(collection.path, Interface.collection.rawValue, member) { (signal) throws(BusError) in
      try signal.append(path: collection.path(of: item))
    }
  }

  func signal(service member: String, collection path: String) {
    bus.signal(ObjectPath.servicePath, Interface.service.rawValue, member) { (signal) throws(BusError) in
      try signal.append(path: path)
    }
  }

  // MARK: Programs

  /// The path of the executable file of a client, for a question to the person. A program can make this path wrong.
  func program(of client: String) -> String {
    guard let process = processes.process(of: client) else { return ProgramConsent.unknown }
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/\(process)/exe", &buffer, buffer.count)
    guard count > 0 else { return ProgramConsent.unknown }
    return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
