import KeychainCrypto
import KeychainModel
import KeychainStore
import LockTestSupport
import RowSealing
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests that search by free attributes, and that add, change and remove free attributes.
@Suite struct FreeAttributesTests {
  private let device: BackupDevice
  private let schema = ItemSchema.of(.genericPassword)

  init() throws { device = try BackupDevice() }

  private func add(
    _ service: String, _ map: KeyValuePairs<String, String>, _ more: AttributeSet = AttributeSet()
  ) throws {
    var attributes = more
    attributes[.freeAttributes] = try FreeAttributes(map).value
    try device.add(service, attributes)
  }

  private func find(
    _ query: ItemQuery, contents: ItemContents = [.attributes, .secret], limit: Int? = nil,
    listsLocked: Bool = false, as caller: Caller = BackupDevice.caller
  ) throws(KeychainError) -> [Item] {
    var request = SearchRequest(query, contents: contents, limit: limit)
    request.listsLocked = listsLocked
    do throws(KeychainError) {
      return try device.keychain.perform(.search(request), as: caller)
    } catch {
      guard error.code == .itemNotFound else { throw error }
      return []
    }
  }

  /// A query for the items that have at least these pairs.
  private static func some(_ map: KeyValuePairs<String, String>) throws -> ItemQuery {
    var query = ItemQuery(.genericPassword, isSynchronizable: nil)
    query.freeAttributes = try FreeAttributes(map)
    return query
  }

  /// A query for the items that have exactly these pairs.
  private static func all(_ map: KeyValuePairs<String, String>) throws -> ItemQuery {
    let attributes = AttributeSet([.freeAttributes: try FreeAttributes(map).value])
    return ItemQuery(.genericPassword, attributes: attributes, isSynchronizable: nil)
  }

  private func services(_ query: ItemQuery) throws -> [String] {
    try find(query).map { $0.attributes[.service]?.text ?? "" }
  }

  private func entryCount() throws -> Int64 {
    try device.keychain.number(
      "SELECT (SELECT count(*) FROM genp_pair) + (SELECT count(*) FROM genp_map)")
  }

  // MARK: Finding

  @Test func everySubsetFindsTheItem() throws {
    try add("mail", ["user": "anna", "server": "example.org", "xdg:schema": "org.example.Mail"])
    try add("other", ["user": "bert", "server": "example.org", "xdg:schema": "org.example.Mail"])
    try device.add("plain")
    #expect(try services(Self.some(["user": "anna"])) == ["mail"])
    #expect(try services(Self.some(["server": "example.org"])) == ["mail", "other"])
    #expect(
      try services(Self.some(["xdg:schema": "org.example.Mail", "user": "bert"])) == ["other"])
    #expect(
      try services(
        Self.some(["user": "anna", "server": "example.org", "xdg:schema": "org.example.Mail"]))
        == ["mail"])
    #expect(try services(Self.some([:])) == ["mail", "other", "plain"])
    for map: KeyValuePairs in [
      ["user": "carl"], ["user": "anna", "port": "1"], ["anna": "user"],
      ["user": "anna", "server": "bert"],
    ] {
      #expect(try services(Self.some(map)).isEmpty)
    }
  }

  @Test func bytesAreCompared() throws {
    try add("composed", ["name": "\u{E9}"])
    try add("decomposed", ["name": "e\u{301}"])
    try add("empty", ["name": "", "": "x", "nul\u{0}": "a\nb\u{0}"])
    #expect(try services(Self.some(["name": "\u{E9}"])) == ["composed"])
    #expect(try services(Self.some(["name": "e\u{301}"])) == ["decomposed"])
    #expect(try services(Self.some(["name": ""])) == ["empty"])
    #expect(try services(Self.some(["": "x"])) == ["empty"])
    #expect(try services(Self.some(["nul\u{0}": "a\nb\u{0}"])) == ["empty"])
    #expect(try services(Self.some(["nul": "a\nb\u{0}"])).isEmpty)
  }

  @Test func wholeMapIsOneOfItsOwn() throws {
    try add("less", ["a": "1"])
    try add("more", ["a": "1", "b": "2"])
    try add("none", [:])
    #expect(try services(Self.all(["a": "1"])) == ["less"])
    #expect(try services(Self.all(["b": "2", "a": "1"])) == ["more"])
    #expect(try services(Self.all([:])) == ["none"])
    #expect(try services(Self.all(["b": "2"])).isEmpty)
    #expect(try services(Self.some(["a": "1"])) == ["less", "more"])
    var both = try Self.all(["a": "1", "b": "2"])
    both.freeAttributes = try FreeAttributes(["a": "1"])
    #expect(try services(both) == ["more"])
    both.freeAttributes = try FreeAttributes(["c": "1"])
    #expect(try services(both).isEmpty)
  }

  @Test func otherConditionsHoldToo() throws {
    try add("one", ["a": "1"], AttributeSet([.label: .string("x")]))
    try add(
      "two", ["a": "1"], AttributeSet([.label: .string("y"), .accessGroup: .string("other")]))
    try add("three", ["a": "1"], AttributeSet([.label: .string("y"), .synchronizable: .number(1)]))
    var query = try Self.some(["a": "1"])
    #expect(try services(query) == ["one", "two", "three"])
    query.attributes[.label] = .string("y")
    #expect(try services(query) == ["two", "three"])
    query.attributes[.accessGroup] = .string("other")
    #expect(try services(query) == ["two"])
    query = try Self.some(["a": "1"])
    query.isSynchronizable = true
    #expect(try services(query) == ["three"])
    let caller = Caller(accessGroups: ["other"])
    #expect(try find(Self.some(["a": "1"]), as: caller).count == 1)
    #expect(try find(Self.some(["a": "1"]), as: Caller(accessGroups: ["third"])).isEmpty)
  }

  /// The test adds more rows than one read returns, in two access groups. All rows have the same value of the free
  /// attribute `common`. Each row has its own value of the free attribute `number`.
  @Test func manyItemsComeInTheirOrder() throws {
    for index in 0..<150 {
      let group = index.isMultiple(of: 3) ? "other" : "app"
      try add(
        "\(index)", ["common": "x", "number": "\(index)", "half": "\(index % 2)"],
        AttributeSet([.accessGroup: .string(group)]))
    }
    let all = (0..<150).map(String.init)
    #expect(try services(Self.some(["common": "x"])) == all)
    #expect(
      try services(Self.some(["common": "x", "half": "1"]))
        == all.filter { (Int($0) ?? 0) % 2 == 1 })
    #expect(try services(Self.some(["half": "0", "common": "x", "number": "88"])) == ["88"])
    #expect(try services(Self.some(["half": "1", "common": "x", "number": "88"])).isEmpty)
    let found = try find(Self.some(["common": "x"]), limit: 70)
    #expect(found.count == 70)
    #expect(found.last?.attributes[.service] == .string("69"))
  }

  // MARK: Uniqueness

  @Test func itemsWithThemAreNoDuplicates() throws {
    try device.add("mail")
    try add("mail", ["a": "1"])
    try add("mail", ["a": "1"])
    #expect(try services(Self.some(["a": "1"])) == ["mail", "mail"])
    let error = #expect(throws: KeychainError.self) { try device.add("mail") }
    #expect(error?.code == .duplicateItem)
    #expect(try device.items().count == 3)
  }

  // MARK: Changes

  @Test func updateMovesTheEntries() throws {
    try add("mail", ["a": "1", "b": "2"])
    let reference = try find(Self.some(["a": "1"])).map(\.identifier)
    try device.update("mail", label: "new")
    #expect(try services(Self.some(["a": "1", "b": "2"])) == ["mail"])
    let changes = AttributeSet([.freeAttributes: try FreeAttributes(["b": "2", "c": "3"]).value])
    _ = try device.keychain.perform(
      .update(UpdateRequest(Self.some(["a": "1"]), changes: changes)), as: BackupDevice.caller)
    #expect(try services(Self.some(["a": "1"])).isEmpty)
    #expect(try services(Self.all(["a": "1", "b": "2"])).isEmpty)
    #expect(try services(Self.all(["b": "2", "c": "3"])) == ["mail"])
    #expect(try find(Self.some(["c": "3"])).map(\.identifier) == reference)
    #expect(try entryCount() == 3)
    #expect(try device.keychain.verify().isIntact)
  }

  /// An item keeps its reference when an update adds its first free attributes. Afterwards, another item with the same
  /// service, but without free attributes, can be added.
  @Test func itemGetsAMapLater() throws {
    let identifier = try device.add("mail")
    let changes = AttributeSet([.freeAttributes: try FreeAttributes(["a": "1"]).value])
    let query = ItemQuery(.genericPassword, attributes: AttributeSet([.service: .string("mail")]))
    _ = try device.keychain.perform(
      .update(UpdateRequest(query, changes: changes)), as: BackupDevice.caller)
    #expect(try find(Self.some(["a": "1"])).map(\.identifier) == [identifier])
    try device.add("mail")
    #expect(try device.items().count == 2)
  }

  @Test func deletionRemovesTheEntries() throws {
    try add("local", ["a": "1"])
    try add("shared", ["a": "1"], AttributeSet([.synchronizable: .number(1)]))
    #expect(try entryCount() == 4)
    try device.delete("local")
    #expect(try services(Self.some(["a": "1"])) == ["shared"])
    try device.delete("shared")
    #expect(try services(Self.some(["a": "1"])).isEmpty)
    #expect(try entryCount() == 0)
    let report = try device.keychain.verify()
    #expect(report.isIntact)
    #expect(report.counts[0].tombstones == 1)
    #expect(try device.keychain.purge().tombstones == 1)
  }

  @Test func deletionWhileLockedRemovesTheEntries() throws {
    try device.keychain.setPasscode(passcode("1234"))
    try add("shared", ["a": "1"], AttributeSet([.synchronizable: .number(1)]))
    try device.keychain.lock()
    _ = try device.keychain.perform(
      .delete(DeleteRequest(Self.some(["a": "1"]))), as: BackupDevice.caller)
    #expect(try entryCount() == 0)
    try device.keychain.unlock(passcode("1234"))
    #expect(try device.items().isEmpty)
  }

  /// The item cannot be opened, so each pair of the delete is looked up.
  @Test func deletionWhileLockedComparesEveryPair() throws {
    try device.keychain.setPasscode(passcode("1234"))
    try add("mail", ["a": "1", "b": "2"])
    try device.keychain.lock()
    for map: KeyValuePairs in [["a": "1", "b": "3"], ["a": "1", "c": "2"], ["a": "0", "b": "2"]] {
      let request = DeleteRequest(try Self.some(map))
      let error = #expect(throws: KeychainError.self) {
        try device.keychain.perform(.delete(request), as: BackupDevice.caller)
      }
      #expect(error?.code == .itemNotFound)
    }
    #expect(try entryCount() == 3)
  }

  /// A reference finds the item, so only the content shows whether the item has the pairs.
  @Test func deletionOfALockedItemByReferenceComparesThePairs() throws {
    try device.keychain.setPasscode(passcode("1234"))
    try add("mail", ["a": "1", "b": "2"])
    let identifier = try #require(try find(Self.some(["a": "1"])).first).identifier
    try device.keychain.lock()
    var query = ItemQuery(
      .genericPassword, isSynchronizable: nil, reference: .item(.genericPassword, identifier))
    query.freeAttributes = try FreeAttributes(["a": "2"])
    var whole = try Self.all(["a": "1", "b": "2"])
    whole.freeAttributes = try FreeAttributes(["a": "2"])
    for query in [query, whole] {
      let error = #expect(throws: KeychainError.self) {
        try device.keychain.perform(.delete(DeleteRequest(query)), as: BackupDevice.caller)
      }
      #expect(error?.code == .interactionNotAllowed)
    }
    #expect(try entryCount() == 3)
  }

  /// The rows of generic passwords and of internet passwords have the same numbers.
  @Test func onlyGenericPasswordsHaveFreeAttributes() throws {
    try device.keychain.setPasscode(passcode("1234"))
    try add("mail", ["a": "1"])
    let server = AddRequest(
      .internetPassword, attributes: AttributeSet([.server: .string("example.org")]), secret: [1])
    _ = try device.keychain.perform(.add(server), as: BackupDevice.caller)
    var query = ItemQuery(.internetPassword, isSynchronizable: nil)
    query.freeAttributes = try FreeAttributes(["a": "1"])
    try device.keychain.lock()
    #expect(try find(query, listsLocked: true).isEmpty)
    let error = #expect(throws: KeychainError.self) {
      try device.keychain.perform(.delete(DeleteRequest(query)), as: BackupDevice.caller)
    }
    #expect(error?.code == .itemNotFound)
  }

  // MARK: Locked items

  @Test func lockedItemsAreListedWithoutTheirContents() throws {
    try device.keychain.setPasscode(passcode("1234"))
    try add("readable", ["a": "1"], AttributeSet([.accessible: .string("dk")]))
    try add("closed", ["a": "1", "b": "2"])
    let identifiers = try find(Self.some(["a": "1"])).map(\.identifier)
    try device.keychain.lock()
    let error = #expect(throws: KeychainError.self) { try find(Self.some(["a": "1"])) }
    #expect(error?.code == .interactionNotAllowed)
    let found = try find(Self.some(["a": "1"]), listsLocked: true)
    #expect(found.map(\.identifier) == identifiers)
    #expect(found.map(\.isLocked) == [false, true])
    #expect(found[0].secret == Array("readable".utf8))
    #expect(found[1].attributes.entries.isEmpty && found[1].secret == nil)
    #expect(try find(Self.some(["b": "2"]), listsLocked: true).map(\.isLocked) == [true])
    #expect(try find(Self.all(["a": "1", "b": "2"]), listsLocked: true).count == 1)
    #expect(try find(Self.some(["b": "3"]), listsLocked: true).isEmpty)
    // One row has the pair `b`, so the search does not look up `a` before it sees that the row is locked.
    #expect(try find(Self.some(["a": "2", "b": "2"]), listsLocked: true).isEmpty)
    #expect(try find(Self.some(["b": "2", "c": "3"]), listsLocked: true).isEmpty)
    #expect(try find(Self.some(["b": "2", "c": "3"])).isEmpty)
    #expect(try find(Self.some(["a": "1", "b": "2"]), listsLocked: true).count == 1)
    // Searches by other attributes, such as the service, also list locked items.
    let query = ItemQuery(.genericPassword, attributes: AttributeSet([.service: .string("closed")]))
    #expect(try find(query, listsLocked: true).map(\.isLocked) == [true])
    #expect(try find(Self.some([:]), listsLocked: true).map(\.isLocked) == [false, true])
  }

  @Test func searchesThatListLockedItemsNoticeAnUnlocking() throws {
    try device.keychain.setPasscode(passcode("1234"))
    try add("mail", ["a": "1"])
    try device.keychain.lock()
    #expect(try find(Self.some(["a": "1"]), listsLocked: true).map(\.isLocked) == [true])
    try device.keychain.unlock(passcode("1234"))
    let found = try find(Self.some(["a": "1"]), listsLocked: true)
    #expect(found.map(\.isLocked) == [false])
    #expect(found.map(\.secret) == [Array("mail".utf8)])
  }

  @Test func itemsWithoutFreeAttributesAreFoundAlone() throws {
    try device.keychain.setPasscode(passcode("1234"))
    try device.add("plain")
    try add("with", ["a": "1"])
    try add("with none", [:])
    var query = ItemQuery(.genericPassword, isSynchronizable: nil)
    query.lacksFreeAttributes = true
    #expect(try services(query) == ["plain"])
    let identifiers = try find(query).map(\.identifier)
    try device.keychain.lock()
    #expect(try find(query, listsLocked: true).map(\.identifier) == identifiers)
  }

  @Test func guardedItemsAreListedAsLocked() throws {
    try device.keychain.setPasscode(passcode("1234"))
    // This item requires the presence of a person.
    try add("guarded", ["a": "1"], AttributeSet([.accessControl: .number(1)]))
    #expect(try find(Self.some(["a": "1"]), listsLocked: true).map(\.isLocked) == [true])
  }

  /// A search asks for no proof because of an item that has only some of the pairs.
  @Test func guardedItemsWithOtherPairsAreNotFound() throws {
    try device.keychain.setPasscode(passcode("1234"))
    try add("guarded", ["a": "1", "b": "2"], AttributeSet([.accessControl: .number(1)]))
    #expect(try find(Self.some(["a": "1", "b": "3"]), listsLocked: true).isEmpty)
    #expect(try find(Self.some(["a": "1", "b": "3"])).isEmpty)
    #expect(throws: KeychainError.self) { try find(Self.some(["a": "1", "b": "2"])) }
    var query = try Self.some(["a": "1", "b": "3"])
    for largestCount in [nil, 1] {
      query.largestCount = largestCount
      let update = UpdateRequest(query, changes: AttributeSet([.label: .string("changed")]))
      let error = #expect(throws: KeychainError.self) {
        try device.keychain.perform(.update(update), as: BackupDevice.caller)
      }
      #expect(error?.code == .itemNotFound)
    }
  }

  /// Each access group has a single row with the pair, and in one of them the row is locked.
  @Test func singleRowsOfSeveralGroupsAreComparedEach() throws {
    try device.keychain.setPasscode(passcode("1234"))
    for (group, value) in [("app", "2"), ("other", "3")] {
      try add("closed \(group)", ["a": "1", "b": value], AttributeSet([.accessGroup: .string(group)]))
      try add(
        "readable \(group)", ["c": "1", "d": value],
        AttributeSet([.accessGroup: .string(group), .accessible: .string("dk")]))
    }
    try device.keychain.lock()
    for value in ["2", "3"] {
      let found = try find(Self.some(["a": "1", "b": value]), listsLocked: true)
      #expect(found.map(\.isLocked) == [true])
      let readable = try find(Self.some(["c": "1", "d": value]))
      #expect(readable.map(\.secret) == [Array("readable \(value == "2" ? "app" : "other")".utf8)])
    }
    #expect(try find(Self.some(["a": "1"]), listsLocked: true).count == 2)
    #expect(try find(Self.some(["a": "1", "b": "4"]), listsLocked: true).isEmpty)
  }

  /// The first pair is common, and the second one has a single row.
  @Test func singleRowBehindACommonPairIsCompared() throws {
    try device.keychain.setPasscode(passcode("1234"))
    for number in 0..<6 { try add("mail \(number)", ["a": "1", "b": "\(number)", "c": "\(number)"]) }
    try device.keychain.lock()
    #expect(try find(Self.some(["a": "1", "b": "3", "c": "3"]), listsLocked: true).count == 1)
    #expect(try find(Self.some(["a": "1", "b": "3", "c": "4"]), listsLocked: true).isEmpty)
    #expect(try find(Self.some(["a": "2", "b": "3"]), listsLocked: true).isEmpty)
  }

  // MARK: Life cycle

  @Test func backupBringsThemBack() throws {
    try add("mail", ["a": "1"])
    try add("mail", ["a": "1", "b": "2"])
    let folder = try TemporaryDirectory()
    try device.export(to: folder)
    let before = try device.items()
    try device.delete("mail")
    #expect(try device.restore(from: folder).added == 2)
    #expect(try device.items() == before)
    #expect(try services(Self.some(["a": "1"])) == ["mail", "mail"])
    // The second restore finds that all items already exist.
    #expect(try device.restore(from: folder).added == 0)
    #expect(try entryCount() == 5)
  }

  @Test func rotationKeepsThem() throws {
    try add("mail", ["a": "1"])
    _ = try device.keychain.rotateKeys()
    #expect(try services(Self.some(["a": "1"])) == ["mail"])
    #expect(try device.keychain.verify().isIntact)
  }

  @Test func lostEntriesAreNoticedAndMadeAgain() throws {
    let store = TestKeychain(device.keychain, in: device.machine.folder)
    for change in [
      "DELETE FROM genp_pair", "DELETE FROM genp_map", "UPDATE genp_map SET map = zeroblob(16)",
      "INSERT INTO genp_pair (pair, item) SELECT zeroblob(16), id FROM genp",
    ] {
      try? device.delete("mail")
      try add("mail", ["a": "1"])
      try store.execute(change)
      #expect(try !device.keychain.verify().isIntact, "\(change)")
      _ = try device.keychain.repair()
      #expect(try device.keychain.verify().isIntact, "\(change)")
      #expect(try services(Self.some(["a": "1"])) == ["mail"], "\(change)")
      #expect(try services(Self.all(["a": "1"])) == ["mail"], "\(change)")
    }
  }

  @Test func quarantinedItemIsFoundAgain() throws {
    let store = TestKeychain(device.keychain, in: device.machine.folder)
    try add("mail", ["a": "1"])
    let number = try device.keychain.number("SELECT id FROM genp")
    try device.keychain.write(isSynchronizable: { _ in false }) { (session) throws(KeychainError) in
      try session.connection.quarantine(number: number, of: .genericPassword, at: 0)
    }
    #expect(try entryCount() == 0)
    #expect(try device.keychain.recoverQuarantined().recovered == 1)
    #expect(try services(Self.some(["a": "1"])) == ["mail"])
    #expect(try store.keychain.verify().isIntact)
  }

  // MARK: Encoding

  @Test func encodingIsCanonical() throws {
    let map = try FreeAttributes(["b": "2", "a": "1"])
    #expect(map == (try FreeAttributes(["a": "1", "b": "2"])))
    #expect(FreeAttributes(map.value) == map)
    let bytes = map.encoded
    #expect(bytes == [1, 0, 0, 0, 0x61, 1, 0, 0, 0, 0x31, 1, 0, 0, 0, 0x62, 1, 0, 0, 0, 0x32])
    let unsorted = Array(bytes[10...]) + Array(bytes[..<10])
    let twice = bytes + Array(bytes[10...])
    let short = Array(bytes.dropLast())
    let odd = Array(bytes[..<5])
    let notText: [UInt8] = [1, 0, 0, 0, 0xFF, 0, 0, 0, 0]
    let tooLong: [UInt8] = [255, 255, 255, 255]
    let malformed: [[UInt8]] = [unsorted, twice, short, odd, bytes + [0], notText, tooLong]
    for other in malformed { #expect(FreeAttributes(.data(other)) == nil) }
    #expect(FreeAttributes(.string("")) == nil)
    #expect(throws: KeychainError.self) { try FreeAttributes(["a": "1", "a": "2"]) }
    #expect(throws: KeychainError.self) {
      try FreeAttributes(["a": String(repeating: "x", count: FreeAttributes.largestByteCount)])
    }
  }

  @Test func encodedMapIsComparedByBytes() throws {
    let map = try FreeAttributes(["": "empty", "a": "1", "ab": "", "b": "2"]).encoded
    func contains(_ wanted: KeyValuePairs<String, String>, _ bytes: [UInt8]) throws -> Bool {
      let wanted = try FreeAttributes(wanted)
      return bytes.withUnsafeBytes { wanted.isContained(inEncoded: $0) }
    }
    for wanted: KeyValuePairs in [
      [:], ["": "empty"], ["a": "1"], ["b": "2", "": "empty"], ["a": "1", "ab": ""],
      ["": "empty", "a": "1", "ab": "", "b": "2"],
    ] {
      #expect(try contains(wanted, map), "\(wanted)")
    }
    for wanted: KeyValuePairs in [
      ["": ""], ["a": "2"], ["a": ""], ["A": "1"], ["c": "2"], ["a": "1", "b": "1"], ["a": "1", "c": ""], ["0": "1"],
    ] {
      #expect(try !contains(wanted, map), "\(wanted)")
    }
    // Bytes that are no encoding contain nothing, and are not read past their end.
    for count in 0..<map.count { #expect(try !contains(["b": "2"], Array(map.prefix(count)))) }
    #expect(try !contains(["a": "1"], [255, 255, 255, 255]))
    #expect(try !contains(["a": "1"], [1, 0, 0, 0, 0x61, 255, 255, 255, 127, 0x31]))
    #expect(try contains([:], []))
  }

  /// The public functions do not accept or return free attributes.
  @Test func nameCannotBeSpelled() throws {
    let attribute = try #require(schema[.freeAttributes])
    #expect(attribute.traits.isDisjoint(with: [.returnedByAdd, .returnedBySearch]))
    #expect(AttributeName(key: attribute.name.key) == nil)
  }
}
