import DarwinCompatibility
import Testing

@Suite struct FunctionTests {
  private struct Failure: Error {}

  @Test func poolGivesTheResultAndTheError() throws {
    #expect(autoreleasepool { 7 } == 7)
    #expect(throws: Failure.self) { try autoreleasepool { throw Failure() } }
    let typed: Result<Int, Failure> = Result { () throws(Failure) in
      try autoreleasepool { () throws(Failure) in throw Failure() }
    }
    #expect(throws: Failure.self) { try typed.get() }
  }

  @Test func bytesAreCompared() {
    let bytes: [UInt8] = [1, 2, 3]
    let others: [UInt8] = [1, 2, 4]
    #expect(timingsafe_bcmp(bytes, Array(bytes), 3) == 0)
    #expect(timingsafe_bcmp(bytes, others, 3) == 1)
    #expect(timingsafe_bcmp(bytes, others, 2) == 0)
    #expect(timingsafe_bcmp(nil, nil, 0) == 0)
  }

  @Test func integersHaveTheirOldNames() {
    let number: NSInteger = -1
    let size: NSUInteger = 1
    #expect(number == Int(-1) && size == UInt(1))
  }
}
