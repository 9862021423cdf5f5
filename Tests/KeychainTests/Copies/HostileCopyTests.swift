import KeychainFiles
import KeychainModel
import KeychainStore
import LockTestSupport
import RowSealing
import TestSupport
import Testing
import Vault

@testable import Keychain
@testable import KeychainCrypto

/// Tests of copies that a program made to harm the service.
@Suite struct HostileCopyTests {
  private let source: TestMachine
  private let target: TestMachine

  init() throws {
    source = try TestMachine()
    target = try TestMachine()
  }

  private var own: TestKeychain { TestKeychain(source.process(), in: source.folder) }

  /// A copy of a small keychain: its bytes, and its device key.
  private func smallCopy() throws -> (bytes: [UInt8], key: DeviceKey) {
    for index in 0..<3 { try own.add(.generic("item \(index)")) }
    try own.add(.internet("a.example.org"))
    try own.add(.generic("chunks", byteCount: 70_000))
    try source.process().quarantine(number: 1, of: .genericPassword)
    return try source.process().withCopy { (_, _) in
    } _: { (copy, _, key) throws(KeychainError) in
      (try copy.bytes(from: 0, atMost: copy.byteCount), key)
    }
  }

  private func store(
    _ bytes: [UInt8], _ key: DeviceKey, _ purpose: LocalKeychain.CopyPurpose = .moving(nil, reservedGroups: [])
  ) throws(KeychainError) -> CopyOutcome {
    let file = try SpooledFile(in: nil, noun: "a copy")
    try file.append(bytes)
    return try target.process().importCopy(try file.file(), .key(key), purpose) { (_, _) in }
  }

  /// Every byte is part of the digest.
  @Test func alteredCopiesStoreNothing() throws {
    let (bytes, key) = try smallCopy()
    for offset in Set(stride(from: 0, to: bytes.count, by: 4999)).union(0..<100).union(bytes.count - 60..<bytes.count) {
      var altered = bytes
      altered[offset] ^= 0x41
      #expect(throws: KeychainError.self, "\(offset)") { _ = try store(altered, key) }
      #expect(throws: KeychainError.self, "\(offset)") { _ = try store(Array(bytes.prefix(offset)), key) }
    }
    #expect(throws: KeychainError.self) { _ = try store(bytes + [0], key) }
    #expect(try !target.process().vault.isPresent())
    #expect(try store(bytes, key).items == 4)
  }

  @Test func tooManyRowsInQuarantineAreRefused() throws {
    let (bytes, key) = try smallCopy()
    let frames = CopyFrames(bytes)
    let row = try #require(frames.frames.first { $0.kind == 4 })
    func forged(_ count: Int, _ further: Int = 0) throws -> [UInt8] {
      var forged = frames
      var large = row
      large.content += [UInt8](repeating: 0, count: further)
      let length = row.content.count - 28 + further
      withUnsafeBytes(of: UInt32(length).littleEndian) { large.content.replaceSubrange(24..<28, with: $0) }
      forged.frames.insert(contentsOf: repeatElement(large, count: count), at: forged.frames.count - 1)
      return try forged.bytes()
    }
    #expect(failure { _ = try store(forged(10_000), key) }?.code == .dataTooLarge)
    #expect(failure { _ = try store(forged(9, 8 << 20), key) }?.code == .dataTooLarge)
    #expect(try !target.process().vault.isPresent())
    #expect(try store(forged(9_999), key).quarantined == 10_000)
  }

  /// Opening a secret reads all its chunks.
  @Test func theNumberOfChunksIsLimited() throws {
    let (bytes, key) = try smallCopy()
    let frames = CopyFrames(bytes)
    let last = try #require(frames.frames.lastIndex { $0.kind == VaultCopy.FrameKind.chunk.rawValue })
    func forged(_ number: Int) throws -> [UInt8] {
      var forged = frames
      var chunk = frames.frames[last]
      withUnsafeBytes(of: Int64(number).littleEndian) { chunk.content.replaceSubrange(0..<8, with: $0) }
      forged.frames.insert(chunk, at: last + 1)
      return try forged.bytes()
    }
    #expect(failure { _ = try store(forged(Limits.chunkCount), key) }?.code == .decode)
    #expect(try !target.process().vault.isPresent())
    _ = try store(forged(Limits.chunkCount - 1), key)
  }

  /// A row that comes out of quarantine must not take the last number.
  @Test func theNumberOfARowInQuarantineIsLimited() throws {
    let (bytes, key) = try smallCopy()
    var frames = CopyFrames(bytes)
    let index = try #require(frames.frames.firstIndex { $0.kind == 4 })
    withUnsafeBytes(of: Int64.max.littleEndian) { frames.frames[index].content.replaceSubrange(8..<16, with: $0) }
    #expect(try store(frames.bytes(), key).quarantined == 1)
    let keychain = TestKeychain(target.process(), in: target.folder)
    #expect(try keychain.keychain.recoverQuarantined().recovered == 1)
    try keychain.add(.generic("after"))
  }

  @Test func forgedCopiesStoreNothing() throws {
    let (bytes, key) = try smallCopy()
    let frames = CopyFrames(bytes)
    #expect(try frames.bytes() == bytes)
    let rows = frames.frames.indices.filter { frames.frames[$0].kind == 2 }
    var forgeries: [(String, CopyFrames, Bool)] = []
    func forge(_ name: String, keepingCounts: Bool = false, _ body: (inout CopyFrames) -> Void) {
      var forged = frames
      body(&forged)
      forgeries.append((name, forged, keepingCounts))
    }
    forge("a row twice") { $0.frames.insert($0.frames[rows[0]], at: rows[0]) }
    forge("rows in another order") { $0.frames.swapAt(rows[0], rows[1]) }
    forge("counts that lie", keepingCounts: true) { $0.frames.remove(at: rows[0]) }
    forge("two heads") { $0.frames.insert($0.frames[0], at: 1) }
    forge("no head") { $0.frames.removeFirst() }
    forge("a chunk without a row") { $0.frames.insert((3, [UInt8](repeating: 0, count: 20)), at: 1) }
    forge("a large chunk") { $0.frames.insert((3, [UInt8](repeating: 0, count: 70_000)), at: rows[0] + 1) }
    forge("a frame after the end") { $0.frames.append($0.frames[rows[0]]) }
    forge("no end") { $0.frames.removeLast() }
    forge("an unknown kind") { $0.frames.insert((9, []), at: 1) }
    for (name, forged, keepsCounts) in forgeries {
      let bytes = try forged.bytes(keepingCounts: keepsCounts)
      for purpose in [LocalKeychain.CopyPurpose.moving(nil, reservedGroups: []), .restoring] {
        if case .restoring = purpose, name.contains("order") { continue }
        #expect(throws: KeychainError.self, "\(name)") { _ = try store(bytes, key, purpose) }
      }
      #expect(try !target.process().vault.isPresent(), "\(name)")
    }
    // A row of another class does not open.
    var moved = frames
    var row = frames.frames[rows[1]]
    row.content[0] = 2
    moved.frames.insert(row, at: moved.frames.count - 1)
    #expect(try store(moved.bytes(), key).damaged == 1)
    _ = try KeychainClient(target.process(), as: .tool).eraseEverything()
    // A keybag of another keychain.
    let other = try TestKeychain()
    try other.add(.generic("other"))
    let foreign = try other.keychain.withCopy { (_, _) in
    } _: { (copy, _, _) throws(KeychainError) in
      try copy.bytes(from: 0, atMost: copy.byteCount)
    }
    var mixed = frames
    mixed.frames[0] = CopyFrames(foreign).frames[0]
    #expect(failure { _ = try store(mixed.bytes(), key) }?.code == .authenticationFailed)
    #expect(try !target.process().vault.isPresent())
  }

  /// A copy with a correct digest and other faults makes no half keychain.
  @Test func forgedContentsMakeNoHalfKeychain() throws {
    let (bytes, key) = try smallCopy()
    let frames = CopyFrames(bytes)
    var random = SeededGenerator(seed: 4)
    for round in 0..<60 {
      var forged = frames
      let index = Int.random(in: 0..<forged.frames.count - 1, using: &random)
      let length = forged.frames[index].content.count
      let place = Int.random(in: 0..<min(length, round % 2 == 0 ? 300 : length), using: &random)
      if round % 5 == 0 {
        forged.frames[index].content.removeLast(Int.random(in: 1...length, using: &random))
      } else {
        forged.frames[index].content[place] = UInt8.random(in: 0...255, using: &random)
      }
      let purpose: LocalKeychain.CopyPurpose = round % 3 == 0 ? .restoring : .moving(nil, reservedGroups: [])
      do {
        _ = try store(forged.bytes(), key, purpose)
        let client = KeychainClient(target.process(), as: .tool)
        #expect(try client.countItems() != nil)
        _ = try client.eraseEverything()
      } catch {
        #expect(try !target.process().vault.isPresent(), "\(round)")
      }
    }
    #expect(try store(bytes, key).items == 4)
  }

  // MARK: Forged grades and groups

  /// Moves a copy of the source, after `change`.
  private func move(
    reserved: Set<String> = [], _ change: (inout CopyFrames) throws -> Void = { _ in }
  ) throws -> CopyOutcome {
    let (bytes, key) = try source.process().withCopy { (_, _) in
    } _: { (copy, _, key) throws(KeychainError) in
      (try copy.bytes(from: 0, atMost: copy.byteCount), key)
    }
    var frames = CopyFrames(bytes)
    try change(&frames)
    return try store(frames.bytes(), key, .moving(nil, reservedGroups: reserved))
  }

  /// Gives a column of each row another name.
  private func rename(_ column: String, in frames: inout CopyFrames, kind: UInt8 = 2) throws {
    let name = [UInt8(column.utf8.count)] + Array(column.utf8)
    for index in frames.frames.indices where frames.frames[index].kind == kind {
      let content = frames.frames[index].content
      let place = try #require(
        content.indices.first { content[$0...].starts(with: name) && content[$0 + name.count] < 5 })
      frames.frames[index].content[place + 1] = UInt8(ascii: "X")
    }
  }

  private func quarantinedCount(_ keychain: LocalKeychain) throws -> Int {
    try keychain.read { (session) throws(KeychainError) in try session.connection.quarantinedRowCount() }
  }

  /// A row without a number comes into quarantine, from which it could return as a row of a protected program.
  @Test(arguments: ["id", "pdmn"]) func aForgedPolicyIsRefusedInARowThatDoesNotOpen(_ column: String) throws {
    try own.add(.generic("one"))
    try source.process().forge(number: 1, of: .genericPassword) { (row, _) in row.policy = 3 }
    #expect(failure { _ = try move() }?.code == .decode)
    let refusal = failure { _ = try move { try rename(column, in: &$0) } }
    #expect(refusal?.code == .decode)
    #expect(try !target.process().vault.isPresent())
  }

  @Test(arguments: ["id", "pdmn"]) func aRowInAReservedGroupStaysAlthoughItDoesNotOpen(_ column: String) throws {
    try own.add(.generic("one"))
    let outcome = try move(reserved: ["app"]) { try rename(column, in: &$0) }
    #expect(outcome.reserved == 1)
    #expect(outcome.damaged == 0)
    #expect(try quarantinedCount(target.process()) == 0)
  }

  @Test func aRowOfTheQuarantineInAReservedGroupStaysAlthoughItDoesNotOpen() throws {
    try own.add(.generic("one"))
    try source.process().quarantine(number: 1, of: .genericPassword)
    let outcome = try move(reserved: ["app"]) { try rename("pdmn", in: &$0, kind: 4) }
    #expect(outcome.reserved == 1)
    #expect(try quarantinedCount(target.process()) == 0)
  }

  private static let password = AccessCredential(applicationPassword: try? passcode("pw"))

  /// Stores an item with an application password in the group `login`, whose sealed attributes have the group `bank`.
  private func plantGuardedItem() throws {
    let attributes = AttributeSet([
      .service: .string("planted"), .account: .string("a"), .accessible: .string("ak"), .accessGroup: .string("bank"),
      .accessControl: .number(Int64(bitPattern: AccessConstraints.applicationPassword.rawValue)),
    ])
    _ = try source.process().perform(
      .add(AddRequest(.genericPassword, attributes: attributes, secret: [1])),
      as: Caller(accessGroups: ["bank"]), with: Self.password)
    _ = try source.process().write(isSynchronizable: { _ in false }) { (session) throws(KeychainError) in
      let (schema, sealer) = (ItemSchema.of(.genericPassword), session.sealer)
      sealer.credential = Self.password
      guard var row = try session.connection.row(number: 1, of: .genericPassword)?.row,
        case .opened(let content) = try sealer.open(row, schema)
      else { throw Reply.unexpected }
      row.accessGroup = try sealer.blinder.group("login")
      let itemGuard = try sealer.itemGuard(for: content.attributes, row, schema)
      try sealer.sealMetadata(content, itemGuard, into: &row, schema)
      try session.connection.update(row, in: .genericPassword)
    }
  }

  /// The move cannot open an item with an access control. The program that proves the access finds the lie.
  @Test func aGuardedItemWhoseAttributesLieDoesNotOpen() throws {
    try plantGuardedItem()
    #expect(try move(reserved: ["bank"]).items == 1)
    let bank = Caller(accessGroups: ["bank", "login"], sharedGroups: ["login"], grade: 3)
    let query = ItemQuery(.genericPassword, attributes: AttributeSet([.service: .string("planted")]))
    let search = SearchRequest(query, contents: [.attributes])
    let refusal = failure {
      _ = try target.process().perform(.search(search), as: bank, with: Self.password)
    }
    #expect(refusal?.code == .itemNotFound)
  }

  // MARK: Side indices

  /// Gives the guarded row `count` pairs of free attributes in the side index.
  private func add(_ count: Int, domains: Int = 0, to frames: inout CopyFrames) throws {
    let index = try #require(frames.frames.firstIndex { $0.kind == 2 })
    var row: RecordedRow = try frames.frames[index].content.withBytes { (bytes) throws(KeychainError) in
      var reader = MessageReader(bytes)
      return try reader.value()
    }
    var entries = AuxiliaryEntries()
    for number in 0..<count { entries.pairs.insert(BlindValue(high: 1, low: UInt64(number))) }
    for number in 0..<domains { entries.domains.insert(BlindValue(high: 1, low: UInt64(number))) }
    row.entries = entries
    frames.frames[index].content = try MessageWriter.bytes { (writer) throws(KeychainError) in try writer.value(row) }
  }

  /// The service cannot compute the entries of an item that it does not open.
  @Test func entriesOfAGuardedItemAreLimited() throws {
    try plantGuardedItem()
    for (pairs, domains) in [(1000, 0), (1_000_000, 0), (0, 1)] {
      let refusal = failure { _ = try move { try add(pairs, domains: domains, to: &$0) } }
      #expect(refusal?.code == .decode, "\(pairs) \(domains)")
    }
    #expect(try !target.process().vault.isPresent())
    #expect(try move { try add(20, to: &$0) }.items == 1)
  }

  // MARK: Keybags

  private func move(_ forge: (Keybag, DeviceKey) throws(KeychainError) -> Keybag) throws -> CopyOutcome {
    let key = try source.process().withCopy { (_, _) in
    } _: { (_, _, key) throws(KeychainError) in
      key
    }
    return try move { frames in
      var head: VaultCopy.Head = try frames.frames[0].content.withBytes { (bytes) throws(KeychainError) in
        var reader = MessageReader(bytes)
        return try reader.value()
      }
      head.keybag = try forge(head.keybag, key)
      frames.frames[0].content = try MessageWriter.bytes { (writer) throws(KeychainError) in try writer.value(head) }
    }
  }

  private func forged(
    _ keybag: Keybag, _ key: DeviceKey, generation: UInt64 = 5, nextKeyID: UInt32? = nil, furtherEntries: Int = 0
  ) throws(KeychainError) -> Keybag {
    try keybag.opened(key, nil) { (wrapper, index) throws(KeychainError) in
      var entries = keybag.entries
      for _ in 0..<furtherEntries {
        let last = entries[entries.count - 1]
        entries.append(
          KeybagEntry(accessibility: .whenUnlocked, keyID: last.keyID + 1, state: .destroyed, wrappedKey: nil))
      }
      return try Keybag.sealed(
        keybag.vaultID, keybag.protection, generation: generation,
        nextKeyID: nextKeyID ?? entries[entries.count - 1].keyID + 1, entries, keybag.authentication, wrapper, index,
        SystemRandom())
    }
  }

  /// The keys of a keychain that moved are new ones, because programs may know the old ones.
  @Test func aKeybagWhoseKeysCannotBeRenewedIsRefused() throws {
    try own.add(.generic("one"))
    let forgeries: [(String, (Keybag, DeviceKey) throws(KeychainError) -> Keybag)] = [
      ("no identifiers", { (bag, key) throws(KeychainError) in try forged(bag, key, nextKeyID: .max) }),
      ("few identifiers", { (bag, key) throws(KeychainError) in try forged(bag, key, nextKeyID: .max / 2 + 1) }),
      ("no generations", { (bag, key) throws(KeychainError) in try forged(bag, key, generation: .max - 1) }),
      ("few generations", { (bag, key) throws(KeychainError) in try forged(bag, key, generation: .max / 2 + 1) }),
      ("no entries", { (bag, key) throws(KeychainError) in try forged(bag, key, furtherEntries: 4090) }),
      ("few entries", { (bag, key) throws(KeychainError) in try forged(bag, key, furtherEntries: 2050) }),
    ]
    for (name, forge) in forgeries {
      #expect(throws: KeychainError.self, "\(name)") { _ = try move(forge) }
      #expect(try !target.process().vault.isPresent(), "\(name)")
    }
    let old = try source.process().read { (session) throws(KeychainError) in session.keybag.liveKeyIDs }
    #expect(try move { (bag, key) throws(KeychainError) in try forged(bag, key, furtherEntries: 100) }.items == 1)
    let moved = target.process()
    #expect(try moved.read { (session) throws(KeychainError) in session.keybag.liveKeyIDs }.isDisjoint(with: old))
    _ = try KeychainClient(moved, as: .tool).rotateKeys(nil)
  }
}
