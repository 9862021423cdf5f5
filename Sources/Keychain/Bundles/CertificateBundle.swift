import CPlatform
import CertificateTrust
import KeychainCrypto
import KeychainFiles
package import KeychainModel
import Synchronization
import X509Certificates

/// A keychain that contains only certificates, in a file that all users can read: the system keychain, or the
/// authorities of the distribution.
///
/// The certificates are not secret, so they are not sealed. A bundle has no access groups, no password and no vault.
package final class CertificateBundle: KeychainService {
  private struct Content: Sendable {
    /// The status of the file when it was read; nil when there is no file.
    var status: FileStatus?
    var certificates: [BundledCertificate] = []
  }

  package var isInProcess: Bool { true }

  /// The file of the system keychain; nil for the authorities of the distribution, which cannot be changed.
  private let path: String?
  /// The identifier of the keychain in references. The identifiers of vaults are random.
  let vaultID: RowIdentifier
  private let content = ForkSafeMutex<Content?>(nil)
  private let checkedTick = ForkSafeMutex<Int64>(-1)
  /// The tick in which the keychain had no certificates.
  private let emptyTick = Atomic<Int64>(-1)

  /// The system keychain in a file.
  package init(_ path: String) {
    self.path = path
    vaultID = RowIdentifier(high: 0, low: 1)
  }

  private init() {
    path = nil
    vaultID = RowIdentifier(high: 0, low: 2)
  }

  /// The authorities of the distribution.
  package static let systemRoots = CertificateBundle()

  /// The largest size of the file in bytes.
  private static let largestByteCount = 64 << 20

  // MARK: Reading

  /// The certificates in the order of the file.
  ///
  /// - Throws: `.notAvailable` when another user can change the file.
  func certificates() throws(KeychainError) -> [BundledCertificate] {
    guard let path else {
      if let known = content.withLock({ $0 }) { return known.certificates }
      let found = Content(certificates: SystemAnchors.certificates.compactMap(BundledCertificate.init))
      content.withLock { $0 = found }
      return found.certificates
    }
    let tick = lk_coarse_now()
    if checkedTick.withLock({ $0 }) == tick, let known = content.withLock({ $0 }) { return known.certificates }
    let status = try FileStatus.of(path: path)
    if let known = content.withLock({ $0 }), known.status == status {
      checkedTick.withLock { $0 = tick }
      return known.certificates
    }
    var found = Content(status: status)
    if let status {
      guard status.isRegularFile else {
        throw KeychainError(.notAvailable, "\(path) is not a regular file", because: .wrongFileKind)
      }
      try status.requireUnchangedByOthers(path)
      guard status.byteCount <= Self.largestByteCount else {
        throw KeychainError(.notAvailable, "\(path) has more bytes than it may have", because: .fileDamaged)
      }
      found.certificates = try Self.read(path)
    }
    content.withLock { $0 = found }
    checkedTick.withLock { $0 = tick }
    return found.certificates
  }

  /// False if the keychain has no certificates. If the file cannot be read, it is unknown whether there are certificates.
  var mayHaveCertificates: Bool { !isEmpty(lk_coarse_now()) }

  /// Whether it is known that the keychain has no certificates.
  ///
  /// - Parameter tick: The present tick of the coarse clock.
  func isEmpty(_ tick: Int64) -> Bool {
    if emptyTick.load(ordering: .acquiring) == tick { return true }
    guard (try? certificates().isEmpty) == true else { return false }
    emptyTick.store(tick, ordering: .releasing)
    return true
  }

  /// - Throws: `.notAvailable` when a block of the file is not a certificate; the errors of reading a file.
  private static func read(_ path: String) throws(KeychainError) -> [BundledCertificate] {
    let file = try InputFile(Array(path.utf8), noun: "the system keychain")
    var content = [UInt8](repeating: 0, count: file.byteCount)
    try content.withMutableBytes { (buffer) throws(KeychainError) in try file.read(at: 0, into: buffer) }
    let certificates = SystemAnchors.read(content: content).compactMap(BundledCertificate.init)
    let beginning = Array("-----BEGIN ".utf8)
    var (blocks, rest) = (0, content[...])
    while let start = rest.firstRange(of: beginning) {
      blocks += 1
      rest = rest[start.upperBound...]
    }
    guard certificates.count == blocks, blocks > 0 || content.isEmpty else {
      throw KeychainError(
        .notAvailable, "\(path) is damaged: \(blocks - certificates.count) of \(blocks) certificates cannot be read",
        because: .fileDamaged)
    }
    return certificates
  }

  private func matches(_ query: ItemQuery) throws(KeychainError) -> [BundledCertificate] {
    guard query.itemClass == .certificate else { return [] }
    let all = try certificates()
    guard !all.isEmpty else { return [] }
    return BundleQuery(query, all).matches()
  }

  /// A page of the certificates that match a query. The cursor is the number of certificates in earlier pages.
  private func page(_ request: CandidateRequest) throws(KeychainError) -> CandidatePage {
    let found = try matches(request.query)
    let start = min(max(0, Int(request.cursor?.number ?? 0)), found.count)
    let end = min(found.count, start + max(1, min(request.limit, CandidateRequest.largestLimit)))
    return CandidatePage(
      candidates: found[start..<end].map { CandidatePage.Candidate(identifier: $0.identifier, content: $0.der) },
      next: end < found.count ? CandidateCursor(round: 0, number: Int64(end)) : nil)
  }

  package func send(_ call: Call, from peer: Peer) throws(KeychainError) -> Reply {
    switch call.request {
    case .items(.search(let request), _):
      let found = try matches(request.query)
      guard !found.isEmpty, request.limit != 0 else { throw ItemSearch.notFound }
      return .items(found.prefix(request.limit ?? .max).map { $0.item(request.contents) })
    case .candidates(let request, _): return .candidates(try page(request))
    case .items(.add(let request), _): return try add([request], sparingPresent: false)
    case .items(.addAll(let requests, let sparesPresent), _): return try add(requests, sparingPresent: sparesPresent)
    case .items(.addIdentities, _), .begin(.add), .begin(.batch), .duplicates: throw noPlaceForSecrets
    case .items(.update, _): throw readOnly
    case .items(.delete(let request), _): return try delete(request.query)
    case .countItems: return .count(try certificates().count)
    case .countUnreadable: return .unreadable(UnreadableCount(damaged: 0, guarded: 0))
    case .isPresent:
      return .flag(try path.map { (path) throws(KeychainError) in try PrivateFolder.exists(path) } ?? true)
    case .open, .close: return .done
    case .status: return .status(LockStatus(hasPasscode: false, state: .unlocked, settings: LockSettings()))
    case .canBeLocked: return .flag(false)
    case .lock: return .flag(true)
    case .unlock: return .refusal(nil)
    default: throw KeychainError(.unimplemented, "a keychain that contains only certificates cannot do this")
    }
  }

  // MARK: Writing

  private var noPlaceForSecrets: KeychainError {
    path == nil
      ? KeychainError(.readOnly, "the authorities of the system cannot be changed")
      : KeychainError(.writePermission, "the system keychain contains only certificates, because all users can read it")
  }

  private var readOnly: KeychainError {
    guard path != nil else { return KeychainError(.readOnly, "the authorities of the system cannot be changed") }
    return KeychainError(.readOnly, "the certificates of the system keychain have no attributes that could be changed")
  }

  private func add(_ requests: [AddRequest], sparingPresent: Bool) throws(KeychainError) -> Reply {
    var new: [BundledCertificate] = []
    for request in requests {
      guard request.itemClass == .certificate else { throw noPlaceForSecrets }
      guard let der = request.secret, let certificate = try? Certificate(der: der),
        let bundled = BundledCertificate(certificate)
      else { throw KeychainError(.parameter, "the data is not a certificate") }
      new.append(bundled)
    }
    var items: [Item] = []
    try change { (present) throws(KeychainError) in
      for (certificate, request) in zip(new, requests) {
        var item = certificate.item(request.contents)
        if present.contains(where: { $0.identifier == certificate.identifier }) {
          guard sparingPresent else {
            throw KeychainError(.duplicateItem, "the certificate is in the system keychain already")
          }
          item.wasPresent = true
        } else {
          present.append(certificate)
        }
        items.append(item)
      }
      guard items.isEmpty || items.contains(where: { !$0.wasPresent }) else {
        throw KeychainError(.duplicateItem, "all of it is there already", cause: .allPresent)
      }
    }
    return .committed(.items(items), isSynchronizable: false)
  }

  private func delete(_ query: ItemQuery) throws(KeychainError) -> Reply {
    let found = Set(try matches(query).map(\.identifier))
    guard !found.isEmpty else { throw ItemSearch.notFound }
    try query.checkCount(found.count)
    try change { (present) in present.removeAll { found.contains($0.identifier) } }
    return .committed(.items([]), isSynchronizable: false)
  }

  /// Replaces the file in one step, under a lock.
  ///
  /// - Throws: `.readOnly` for the authorities of the distribution; `.writePermission` when the caller may not write to
  ///   the folder of the file.
  private func change(
    _ body: (inout [BundledCertificate]) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    guard let path else { throw readOnly }
    let folder = KeychainFolder.directory(of: path)
    guard FolderRights(folder).mayWrite else {
      throw KeychainError(.writePermission, "only the administrator may change the system keychain")
    }
    let directory = try ProtectedDirectory.openOrCreateReadable(folder)
    let lock = try DirectoryLock(directory, timeout: Call.longestTimeLimit)
    defer { withExtendedLifetime(lock) {} }
    defer {
      content.withLock { $0 = nil }
      emptyTick.store(-1, ordering: .releasing)
    }
    content.withLock { $0 = nil }
    var present = try certificates()
    try body(&present)
    let text = present.flatMap(\.pem)
    try text.withBytes { (bytes) throws(KeychainError) in
      let name = path.split(separator: "/").last.map { String($0) } ?? path
      try ProtectedFile(name, in: directory).replace(bytes, isReadable: true)
    }
  }
}
