import Glibc
import KeychainModel
import TestSupport
import Testing

@testable import Keychain

/// Tests of the records of commits in the header.
@Suite struct CommitRecordTests {
  @Test("The header contains the number, the process and the synchronizable flag of the last commits")
  func header() throws {
    let keychain = try TestKeychain()
    func records() throws -> [(number: UInt64, process: UInt32, synchronizable: UInt32)] {
      let bytes = try keychain.folder.read("latchkey.lock")
      // The records are in the last of the four blocks of the header.
      return stride(from: 12288, to: bytes.count, by: 64).map { start in
        func number(_ offset: Int, _ count: Int) -> UInt64 {
          (0..<count).reduce(0) { $0 | UInt64(bytes[start + offset + $1]) << (8 * UInt64($1)) }
        }
        return (number(0, 8), UInt32(number(16, 4)), UInt32(number(20, 4)))
      }.filter { $0.number > 0 }.sorted { $0.number < $1.number }
    }
    let item = SampleItem.generic("s")
    try keychain.add(item)
    try keychain.add(.generic("s", isSynchronizable: true))
    #expect(code { try keychain.add(item) } == .duplicateItem)
    let query = ItemQuery(.genericPassword, attributes: AttributeSet([.service: .string("s")]))
    #expect(try keychain.secrets(query) == [item.secret])
    #expect(try records().map(\.number) == [1, 2])
    #expect(try records().map(\.synchronizable) == [0, 1])
    #expect(try records().allSatisfy { $0.process == UInt32(getpid()) })
    for _ in 0..<100 {
      let request = UpdateRequest(query, changes: AttributeSet())
      _ = try keychain.keychain.perform(.update(request), as: TestKeychain.caller)
    }
    #expect(try records().map(\.number) == Array(39...102))
    #expect(try keychain.folder.read("latchkey.lock").count == 16384)
  }
}
