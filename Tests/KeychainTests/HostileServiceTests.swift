import KeychainModel
import LockTestSupport
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests of a client whose service gives endless or absurd answers.
@Suite struct HostileServiceTests {
  private let keychain: LocalKeychain

  init() throws { keychain = try TestMachine().process() }

  private static let handle = Handle(RowIdentifier(high: 1, low: 2))
  private static let enough = KeychainError(.notAvailable, "enough")

  /// A service that refuses every request after 2000 requests.
  private func service(_ answer: @escaping @Sendable (Request, Int) -> Reply) -> ForeignService {
    let count = ForkSafeMutex(0)
    return ForeignService(isInProcess: false) { request in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return number > 2000 ? .failure(Self.enough) : .success(answer(request, number))
    }
  }

  private func error(_ body: () throws(KeychainError) -> Void) -> KeychainError? {
    do throws(KeychainError) {
      try body()
      return nil
    } catch { return error }
  }

  private func search(_ service: ForeignService) throws(KeychainError) {
    _ = try service.client(of: keychain).perform(
      .search(SearchRequest(ItemQuery(.certificate))), evaluating: CertificateEvaluation(isTrusted: true))
  }

  @Test func emptyPageOfCandidatesIsTheLast() throws {
    let service = service { request, number in
      guard case .candidates = request else { return .items([]) }
      return .candidates(CandidatePage(candidates: [], next: CandidateCursor(round: 0, number: Int64(number))))
    }
    _ = error { () throws(KeychainError) in try search(service) }
    #expect(service.asked.withLock(\.count) < 10)
  }

  @Test func cursorsOfCandidatesAscend() throws {
    let candidate = CandidatePage.Candidate(identifier: RowIdentifier(high: 1, low: 1), content: [1])
    let service = service { request, _ in
      guard case .candidates = request else { return .items([]) }
      return .candidates(CandidatePage(candidates: [candidate], next: CandidateCursor(round: 0, number: 7)))
    }
    let error = error { () throws(KeychainError) in try search(service) }
    #expect(error?.code == .internalComponent)
    #expect(service.asked.withLock(\.count) < 10)
  }

  @Test func progressThatNeverEndsIsRefused() throws {
    let service = service { request, number in
      if case .begin = request { .handle(Self.handle) } else { .progress(done: number & 1, of: 7) }
    }
    let error = error { () throws(KeychainError) in _ = try service.client(of: keychain).purge() }
    #expect(error?.code == .internalComponent)
    #expect(service.asked.withLock(\.count) < 100)
  }

  /// The sum of two such counts would overflow.
  @Test func countsThatNoKeychainHasAreRefused() throws {
    for number in [Int.max, -1] {
      for reply: Reply in [
        .purge(PurgeOutcome(dead: number, tombstones: 1)), .count(number), .progress(done: number, of: 1),
        .restoration(RestoreOutcome(added: number, replaced: 1, kept: 0, notForThisDevice: 0)),
        .compaction(CompactionOutcome(before: Int64(number), after: 0, isComplete: true)),
      ] {
        let message = try Result<Reply, KeychainError>.success(reply).message()
        #expect(throws: KeychainError.self) {
          try message.withUnsafeBytes { try Result<Reply, KeychainError>(message: $0) }
        }
      }
    }
  }
}
