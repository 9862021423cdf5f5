import AsymmetricKeys
import CPlatform
import Foundation
import Glibc
import KeychainFiles
import KeychainModel
import KeychainTransport
import TestSupport
import Testing

@testable import Keychain

/// Tests of calls whose values use many times as much memory as their messages.
@Suite(.serialized) struct DecodedMemoryTests {
  /// The kinds of lists of small values.
  enum List: CaseIterable {
    case listedItems, issuers, keptKeys, attributes

    /// A call whose list has one or two elements.
    fileprivate func call(_ count: Int) -> Call {
      var query = ItemQuery(.certificate)
      let request: ItemRequest
      switch self {
      case .listedItems:
        query.itemLists = [Array(repeating: .reference(.token(.key)), count: count)]
        request = .search(SearchRequest(query))
      case .issuers:
        var filter = CertificateFilter()
        filter.issuers = Set((0..<count).map { element($0).suffix(4) }.map(Array.init))
        query.filter = filter
        request = .search(SearchRequest(query))
      case .keptKeys:
        var deletion = DeleteRequest(query)
        deletion.keptKeys = Array(repeating: .string(""), count: count)
        request = .delete(deletion)
      case .attributes:
        var attributes = AttributeSet()
        for code in 0..<256 { attributes[AttributeName(code: FourCharacterCode(rawValue: UInt32(code)))] = .string("") }
        let addition = AddRequest(.genericPassword, attributes: attributes, secret: nil)
        request = .addAll(Array(repeating: addition, count: count), sparingPresent: false)
      }
      return Call(.items(request, proof: nil))
    }

    /// The bytes of an issuer. The issuers of a filter differ.
    fileprivate func element(_ number: Int) -> [UInt8] {
      [4, 0, 0, 0] + withUnsafeBytes(of: UInt32(number).bigEndian, Array.init)
    }

    /// A message with as many elements as fit into a number of bytes.
    func message(byteCount: Int) throws -> [UInt8] {
      let (one, two) = (try call(1).message(), try call(2).message())
      let length = two.count - one.count
      // The messages first differ in the number of the elements.
      let place = try #require(zip(one, two).enumerated().first { $0.element.0 != $0.element.1 }?.offset)
      let element = Array(one[(place + 4)..<(place + 4 + length)])
      let count = byteCount / length
      var elements: [UInt8] = []
      elements.reserveCapacity(count * length)
      if self == .issuers {
        for number in 0..<count { elements += self.element(number) }
      } else {
        elements = element
        while elements.count < count * length { elements += elements.prefix(count * length - elements.count) }
      }
      return one[..<place] + withUnsafeBytes(of: UInt32(count).littleEndian, Array.init) + elements
        + one[(place + 4 + length)...]
    }
  }

  @Test(arguments: List.allCases) func theValuesOfAMessageAreCounted(_ list: List) throws {
    let message = try list.message(byteCount: 1 << 17)
    func claim(_ megabytes: Int) throws -> MemoryClaim {
      let pool = MemoryPool(limit: 1 << 30)
      return try #require(MemoryAccount(limit: megabytes << 20, largestResult: 1 << 20, pool: pool).claim(0))
    }
    let small = try claim(1)
    let error = message.withUnsafeBytes { bytes in failure { _ = try Call(message: bytes, small) } }
    #expect(error?.code == .dataTooLarge)
    let large = try claim(100)
    _ = try message.withUnsafeBytes { try Call(message: $0, large) }
    #expect(large.byteCount > 2 * message.count)
  }

  /// A text of a filter becomes three times as large when it is folded, and its search has a table.
  @Test func aTextThatIsFoldedUsesNoMemory() throws {
    let daemon = try TestDaemon()
    let keychain = daemon.keychain()
    try keychain.add("a", [1])
    var query = ItemQuery(.certificate)
    var filter = CertificateFilter()
    filter.comparison = .caseInsensitive
    filter.subject = [SubjectCondition(.anywhere, String(repeating: "\u{390}", count: 15 << 20))]
    query.filter = filter
    let search = Call(.items(.search(SearchRequest(query)), proof: nil))
    #expect(failure { _ = try keychain.send(search, from: TestItem.peer) }?.code == .dataTooLarge)
    #expect(try daemon.memory().largest < 300 << 20)
  }

  /// A text of a stored certificate becomes several times as large when it is decoded and folded.
  @Test func aFilterExaminesNoLargeCertificate() throws {
    let daemon = try TestDaemon()
    let keychain = daemon.keychain()
    func add(_ serialNumber: UInt8, textOf byteCount: Int) throws {
      var attributes = AttributeSet()
      (attributes[.issuer], attributes[.serialNumber]) = (.data([1]), .data([serialNumber]))
      attributes[.certificateType] = .number(3)
      let certificate = TestCertificate.der(subject: Array(repeating: 0xE9, count: byteCount))
      let request = AddRequest(.certificate, attributes: attributes, secret: certificate)
      _ = try keychain.send(Call(.items(.add(request), proof: nil)), from: TestItem.peer).uncommitted.items()
    }
    var query = ItemQuery(.certificate)
    var filter = CertificateFilter()
    filter.comparison = .caseInsensitive
    filter.subject = [SubjectCondition(.anywhere, "\u{C9}\u{E9}")]
    query.filter = filter
    let search = Call(.items(.search(SearchRequest(query)), proof: nil))
    try add(1, textOf: 24 << 20)
    try daemon.forgetLargestMemory()
    let before = try daemon.memory().largest
    #expect(failure { _ = try keychain.send(search, from: TestItem.peer) }?.code == .itemNotFound)
    let after = try daemon.memory().largest
    #expect(after - before < 64 << 20, "\(before) \(after)")
    try add(2, textOf: 100)
    guard case .items(let items) = try keychain.send(search, from: TestItem.peer) else {
      throw TestFailure(reason: "no items")
    }
    #expect(items.count == 1)
  }

  /// A user who uses memory sends the call again later.
  @Test func aCallWaitsForTheMemoryOfItsValues() throws {
    let message = try List.keptKeys.message(byteCount: 1 << 19)
    let account = MemoryAccount(limit: 16 << 20, largestResult: 1 << 20, pool: MemoryPool(limit: 1 << 30))
    let other = try #require(account.claim(15 << 20))
    let claim = try #require(account.claim(0))
    let error = message.withUnsafeBytes { bytes in failure { _ = try Call(message: bytes, claim) } }
    #expect(error?.failureCause == .outOfMemory)
    let needed = try #require(claim.refusedByteCount)
    #expect(account.mayFit(needed) && !account.hasRoom(for: needed))
    withExtendedLifetime(other) {}
  }

  /// The service neither uses nor keeps the memory.
  @Test func largeListsUseNoMemory() throws {
    let daemon = try TestDaemon()
    try daemon.keychain().add("a", [1])
    for (list, size) in List.allCases.flatMap({ [($0, 3 << 20), ($0, 16 << 20)] }) {
      let message = try list.message(byteCount: size)
      let socket = try daemon.openSocket()
      let file = try socket.memory(message.count)
      try message.withUnsafeBytes { try file.fill($0) }
      try socket.sendCall(in: file)
      let reply = try socket.reply()
      let result = try reply.withUnsafeBytes { try Result<Reply, KeychainError>(message: $0) }
      // A list may also have more elements than any list of its kind, and the additions are equal. No such call succeeds.
      #expect(failure { _ = try result.get() } != nil, "\(list): \(result)")
    }
    let memory = try daemon.memory()
    #expect(memory.largest < 400 << 20, "\(memory)")
    #expect(memory.present < 150 << 20, "\(memory)")
    #expect(try daemon.keychain().secret("a") == [1])
  }
}

/// Makes certificates without a signature.
private enum TestCertificate {
  private static func sequence(_ parts: [UInt8]...) -> [UInt8] { DERWriter.element(.sequence, parts.flatMap { $0 }) }

  /// - Parameter subject: The common name, as a TeletexString.
  static func der(subject: [UInt8]) -> [UInt8] {
    let time = DERWriter.element(0x17, Array("300101000000Z".utf8))
    let name = sequence([6, 3, 0x55, 4, 3], DERWriter.element(.teletexString, subject))
    return sequence(
      sequence(
        [2, 1, 1], sequence(), sequence(), sequence(time, time), sequence(DERWriter.element(.set, name))))
  }
}
