import COpenSSL
import Glibc
import KeychainModel
import OpenSSLSupport
import X509Certificates

/// The chain from a leaf to an anchor. OpenSSL builds and verifies the chain.
struct CertificatePath {
  let chain: [Certificate]
  let failures: [TrustFailure]
  /// The failures that no trust setting allows.
  private let remaining: [TrustFailure]
  /// Whether the last certificate is an anchor. A chain without an anchor is not trusted, even if no other check
  /// failed.
  let isComplete: Bool

  /// - Parameter remaining: The failures without the failures that trust settings allow. Nil means all failures.
  private init(
    chain: [Certificate], failures: [TrustFailure], remaining: [TrustFailure]? = nil,
    isComplete: Bool
  ) {
    self.chain = chain
    self.failures = failures
    self.remaining = remaining ?? failures
    self.isComplete = isComplete
  }

  /// Whether the last certificate of the chain is an anchor or an untrusted root.
  var hasEnd: Bool {
    isComplete || failures.contains(TrustFailure(.anchorTrusted, at: chain.count - 1))
  }

  /// The largest number of chains to try for one leaf.
  private static let largestAttemptCount = 24

  /// The largest number of certificates between a leaf and its anchor. The cost of checking a chain grows with the
  /// square of this number.
  private static let largestDepth: Int32 = 10

  /// Tries several chains and returns the best chain. One attempt is not sufficient, because OpenSSL uses the first
  /// issuer with a matching name and key. An authority may have several certificates. The first of these certificates
  /// may have no path to an anchor, a path to an expired anchor, or a weak signature.
  ///
  /// - Parameters:
  ///   - evaluation: The evaluation. Its anchors include `decided`.
  ///   - decisions: The trust settings; nil when there are none.
  ///   - decided: The certificates that are anchors because of trust settings.
  /// - Throws: `.internalComponent` when OpenSSL fails.
  static func build(
    _ evaluation: TrustEvaluation, _ decisions: EffectiveTrustSettings?, _ decided: [Certificate]
  ) throws(KeychainError) -> CertificatePath {
    func attempt(avoiding avoided: Set<[UInt8]>) throws(KeychainError) -> CertificatePath {
      var evaluation = evaluation
      evaluation.avoided = avoided
      return try self.attempt(evaluation).checked(evaluation, decisions, decided)
    }
    var best = try attempt(avoiding: [])
    guard !best.failures.isEmpty else { return best }
    let named = Dictionary(
      grouping: evaluation.certificates + evaluation.intermediates + evaluation.anchors
    ) { CanonicalName($0.subject) }
    let trustsSystem = evaluation.trustsSystem
    var isKnown: Set<Set<[UInt8]>> = [[]]
    // First try the chains that avoid certificates with failures.
    var (around, others) = best.alternatives(to: [], named, trustsSystem)
    while let avoided = around.popFirst() ?? others.popFirst(),
      isKnown.count < largestAttemptCount, evaluation.search?.isOver != true
    {
      guard isKnown.insert(avoided).inserted else { continue }
      let path = try attempt(avoiding: avoided)
      guard !path.failures.isEmpty else { return path }
      if path.rank < best.rank { best = path }
      let more = path.alternatives(to: avoided, named, trustsSystem)
      around += more.aroundFailures
      others += more.others
    }
    return best
  }

  /// This path with the additional failures that OpenSSL does not detect. With these failures, the search can find out
  /// that another chain is better.
  private func checked(
    _ evaluation: TrustEvaluation, _ decisions: EffectiveTrustSettings?, _ decided: [Certificate]
  ) throws(KeychainError) -> CertificatePath {
    var more = ExcludedNames.failures(chain, evaluation.policies)
    more += AuthorityChecks.failures(chain, evaluation.policies, isComplete: isComplete)
    more += try decisions?.denials(in: chain, failures + more) ?? []
    more += StrengthChecks.failures(chain, evaluation.policies, isComplete: hasEnd)
    more += ValidityPeriod.failures(self, evaluation.policies, decided: decided)
    let failures = (failures + more).filter { !evaluation.expiry.allows($0, in: chain) }
    var remaining: [TrustFailure] = []
    for failure in failures where try decisions?.allow(failure, in: chain) != true {
      remaining.append(failure)
    }
    return CertificatePath(
      chain: chain, failures: failures, remaining: remaining, isComplete: isComplete)
  }

  /// Finds other chains to try. Each result is a set of certificates that the next attempt must not use. A set contains
  /// the certificates in `avoided` and one more certificate of this chain. Another certificate with the same name
  /// exists and can replace this certificate.
  ///
  /// - Returns: The sets, in two groups. In `aroundFailures`, the added certificate has a failure. In `others`, the
  ///   added certificate has no failure.
  private func alternatives(
    to avoided: Set<[UInt8]>, _ named: [CanonicalName: [Certificate]], _ trustsSystem: Bool
  ) -> (aroundFailures: ArraySlice<Set<[UInt8]>>, others: ArraySlice<Set<[UInt8]>>) {
    let failed = Set(failures.map(\.index))
    var found: (aroundFailures: ArraySlice<Set<[UInt8]>>, others: ArraySlice<Set<[UInt8]>>)
    found = ([], [])
    for (index, certificate) in chain.enumerated().dropFirst() {
      let name = CanonicalName(certificate.subject)
      let isReplaceable =
        named[name]?.contains { $0.der != certificate.der } ?? false
        || trustsSystem && SystemAnchors.hasAnother(than: certificate, name)
      guard isReplaceable else { continue }
      let more = avoided.union([certificate.der])
      if failed.contains(index) {
        found.aroundFailures.append(more)
      } else {
        found.others.append(more)
      }
    }
    return found
  }

  /// Whether a signature is wrong. Anyone can create a chain with a wrong signature.
  private var isForged: Bool { failures.contains { $0.check == .processing } }

  /// Whether trusted authorities have certified the leaf and had the right to certify the leaf. The leaf itself may
  /// have other failures. Failures that trust settings allow are ignored.
  var isProven: Bool {
    isComplete && remaining.allSatisfy { $0.index == 0 && !$0.check.doubtsCertification }
  }

  /// The rank of the chain: a chain with a lower rank is better.
  ///
  /// 1. A chain with an anchor is better than a chain that ends at an untrusted root. A chain whose last certificate is
  ///    neither an anchor nor a root is the worst.
  /// 2. A chain with a wrong signature is worse, because anyone can create such a chain around a denied certificate.
  /// 3. A chain is worse if its most severe failure is more severe. Failures that trust settings allow are ignored.
  private var rank: (missing: Int, forged: Int, severity: Int) {
    let worst = remaining.map { $0.check.severity.rawValue }.min() ?? .max
    return (isComplete ? 0 : hasEnd ? 1 : 2, isForged ? 1 : 0, -worst)
  }

  private static func attempt(
    _ evaluation: TrustEvaluation
  ) throws(KeychainError) -> CertificatePath {
    _ = OpenSSLInitialization.isDone
    let given = CertificatePool()
    guard let leaf = given.handle(evaluation.certificates[0]) else {
      return CertificatePath(
        chain: [evaluation.certificates[0]],
        failures: [.processing, .missingIntermediate].map { TrustFailure($0, at: 0) },
        isComplete: false)
    }
    guard let store = store(of: evaluation, given), let context = X509_STORE_CTX_new(),
      let others = OPENSSL_sk_new_null()
    else { throw openSSLFailure("judge a certificate") }
    defer {
      X509_STORE_CTX_free(context)
      X509_STORE_free(store)
      OPENSSL_sk_free(others)
      ERR_clear_error()
    }
    for certificate in evaluation.certificates.dropFirst() + evaluation.intermediates
    where !evaluation.avoided.contains(certificate.der) {
      guard let handle = given.handle(certificate) else { continue }
      OPENSSL_sk_push(others, UnsafeRawPointer(handle.pointer))
    }
    guard X509_STORE_CTX_init(context, store, leaf.pointer, others) == 1 else {
      throw openSSLFailure("judge a certificate")
    }
    set(context, evaluation)
    let collector = Collector(date: evaluation.date)
    // OpenSSL stores only pointers to the handles and to the collector. Therefore the handles and the collector must
    // exist until the verification ends.
    let isEvaluated = withExtendedLifetime((given, collector)) {
      X509_STORE_CTX_set_ex_data(
        context, 0, Unmanaged.passUnretained(collector).toOpaque())
      X509_STORE_CTX_set_verify_cb(context) { ok, context in
        guard let context, ok != 1, let data = X509_STORE_CTX_get_ex_data(context, 0) else {
          return 1
        }
        // The callback records the failure and lets OpenSSL continue with the remaining checks.
        Unmanaged<Collector>.fromOpaque(data).takeUnretainedValue().add(
          X509_STORE_CTX_get_error(context), X509_STORE_CTX_get_current_cert(context),
          depth: X509_STORE_CTX_get_error_depth(context))
        return 1
      }
      return X509_verify_cert(context) == 1
    }
    let (built, failures) = (given.chain(context), collector.failures)
    // If OpenSSL failed early, `built` is empty. OpenSSL may also have replaced the leaf with another encoding of the
    // leaf. Therefore the leaf of the evaluation replaces the first certificate.
    let chain = [evaluation.certificates[0]] + built.dropFirst()
    // OpenSSL continues the chain above a leaf that is an anchor. The certificates above the anchor are removed from
    // the chain, so their constraints have no effect.
    if let end = chain.firstIndex(where: { isAnchor($0, evaluation) }), end < chain.count - 1 {
      var shorter = evaluation
      shorter.certificates = Array(chain.prefix(end + 1))
      (shorter.intermediates, shorter.anchors) = ([], [chain[end]])
      shorter.trustsSystem = false
      return try attempt(shorter)
    }
    return evaluated(chain, failures, evaluation, isEvaluated: isEvaluated)
  }

  /// The path with all failures. A chain without an anchor gets an additional failure.
  ///
  /// - Parameter isEvaluated: Whether OpenSSL ran all checks. OpenSSL stops early, for example, at a key that it cannot
  ///   read, and then does not call the callback.
  private static func evaluated(
    _ chain: [Certificate], _ failures: [TrustFailure], _ evaluation: TrustEvaluation,
    isEvaluated: Bool
  ) -> CertificatePath {
    var failures = failures
    if !isEvaluated { failures.append(TrustFailure(.processing, at: 0)) }
    let isComplete = chain.last.map { isAnchor($0, evaluation) } ?? false
    let isEndKnown = failures.contains {
      $0.check == .missingIntermediate || $0.check == .anchorTrusted
    }
    if !isComplete, !isEndKnown {
      failures.append(TrustFailure(.missingIntermediate, at: max(0, chain.count - 1)))
    }
    return CertificatePath(chain: chain, failures: failures, isComplete: isComplete)
  }

  private static func isAnchor(_ certificate: Certificate, _ evaluation: TrustEvaluation) -> Bool {
    !evaluation.avoided.contains(certificate.der)
      && (evaluation.anchors.contains { $0.der == certificate.der }
        || evaluation.trustsSystem && SystemAnchors.contain(certificate.der))
  }

  /// An OpenSSL store that contains the anchors; nil when OpenSSL fails. The caller must free the store. The system's
  /// anchors are read only once.
  private static func store(
    of evaluation: TrustEvaluation, _ given: CertificatePool
  ) -> OpaquePointer? {
    let avoided = evaluation.avoided
    if evaluation.anchors.isEmpty, evaluation.trustsSystem,
      !avoided.contains(where: SystemAnchors.contain), let store = SystemAnchors.store
    {
      X509_STORE_up_ref(store)
      return store
    }
    guard let store = X509_STORE_new() else { return nil }
    var anchors = evaluation.anchors.filter { !avoided.contains($0.der) }.compactMap(given.handle)
    if evaluation.trustsSystem { anchors += SystemAnchors.handles(besides: avoided) }
    for anchor in anchors { X509_STORE_add_cert(store, anchor.pointer) }
    return store
  }

  private static func set(_ context: OpaquePointer, _ evaluation: TrustEvaluation) {
    guard let parameters = X509_STORE_CTX_get0_param(context) else { return }
    // OpenSSL's check of the strength is off, because `StrengthChecks` applies Apple's rules. With `PARTIAL_CHAIN`, a
    // certificate can be an anchor even if another certificate signed it.
    X509_VERIFY_PARAM_set_auth_level(parameters, 0)
    X509_VERIFY_PARAM_set_depth(parameters, largestDepth)
    // Without `POLICY_CHECK`, OpenSSL ignores the policy constraints of authorities, even critical constraints. OpenSSL
    // accepts any certificate policy that all authorities of the path allow (RFC 5280, 6.1.1).
    X509_VERIFY_PARAM_set_flags(
      parameters, UInt(X509_V_FLAG_PARTIAL_CHAIN | X509_V_FLAG_POLICY_CHECK))
    if let any = OBJ_nid2obj(NID_any_policy), X509_VERIFY_PARAM_add0_policy(parameters, any) != 1 {
      ASN1_OBJECT_free(any)
    }
    X509_VERIFY_PARAM_set_time(parameters, OpenSSLTime.time(evaluation.date))
    // The common name is compared with the host only if the leaf has no alternative names of any kind. Without this
    // flag, OpenSSL uses the common name whenever the leaf has no alternative host names.
    if evaluation.certificates[0].hasAlternativeNames {
      X509_VERIFY_PARAM_set_hostflags(parameters, UInt32(X509_CHECK_FLAG_NEVER_CHECK_SUBJECT))
    }
  }

  /// Collects the failures that OpenSSL reports during the verification.
  private final class Collector {
    private(set) var failures: [TrustFailure] = []
    private let date: Double

    init(date: Double) { self.date = date }

    func add(_ error: Int32, _ certificate: OpaquePointer?, depth: Int32) {
      if error == X509_V_ERR_CERT_HAS_EXPIRED, isLastSecond(of: certificate) { return }
      let found =
        error == X509_V_ERR_INVALID_CA
        ? CertificatePath.missing(in: certificate) : CertificatePath.check(error)
      guard let check = found else { return }
      // The error `X509_V_ERR_NO_EXPLICIT_POLICY` concerns the leaf, but OpenSSL reports the error without the position
      // of the leaf.
      let depth = error == X509_V_ERR_NO_EXPLICIT_POLICY ? 0 : depth
      failures.append(TrustFailure(check, at: max(0, Int(depth))))
    }

    /// Whether the date is in the last second of a certificate's validity period. The certificate is valid during this
    /// second, but OpenSSL treats the certificate as expired.
    private func isLastSecond(of certificate: OpaquePointer?) -> Bool {
      guard let certificate, let end = X509_get0_notAfter(certificate),
        let end = OpenSSLTime.seconds(end)
      else { return false }
      return date.rounded(.down) == end
    }
  }

  /// Apple's check that a certificate fails when OpenSSL reports that the certificate is not an authority.
  private static func missing(in certificate: OpaquePointer?) -> TrustCheck {
    let flags = certificate.map { X509_get_extension_flags($0) } ?? 0
    if flags & UInt32(EXFLAG_BCONS) == 0 { return .basicConstraints }
    return flags & UInt32(EXFLAG_CA) == 0 ? .basicConstraintsCA : .keyUsage
  }

  /// Apple's check that corresponds to an OpenSSL error; nil when `error` is not a failure.
  private static func check(_ error: Int32) -> TrustCheck? {
    switch error {
    case X509_V_OK: nil
    case X509_V_ERR_CERT_HAS_EXPIRED, X509_V_ERR_CERT_NOT_YET_VALID,
      X509_V_ERR_ERROR_IN_CERT_NOT_BEFORE_FIELD, X509_V_ERR_ERROR_IN_CERT_NOT_AFTER_FIELD:
      .validity
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN,
      X509_V_ERR_CERT_UNTRUSTED, X509_V_ERR_CERT_REJECTED:
      .anchorTrusted
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
      X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
      .missingIntermediate
    case X509_V_ERR_INVALID_NON_CA: .basicConstraintsCA
    case X509_V_ERR_PATH_LENGTH_EXCEEDED, X509_V_ERR_PROXY_PATH_LENGTH_EXCEEDED,
      X509_V_ERR_CERT_CHAIN_TOO_LONG:
      .pathLength
    case X509_V_ERR_KEYUSAGE_NO_CERTSIGN, X509_V_ERR_KEYUSAGE_NO_CRL_SIGN: .keyUsage
    case X509_V_ERR_INVALID_PURPOSE: .extendedKeyUsage
    case X509_V_ERR_UNHANDLED_CRITICAL_EXTENSION: .criticalExtensions
    case X509_V_ERR_PERMITTED_VIOLATION, X509_V_ERR_EXCLUDED_VIOLATION,
      X509_V_ERR_SUBTREE_MINMAX, X509_V_ERR_UNSUPPORTED_CONSTRAINT_TYPE,
      X509_V_ERR_UNSUPPORTED_CONSTRAINT_SYNTAX, X509_V_ERR_UNSUPPORTED_NAME_SYNTAX:
      .nameConstraints
    case X509_V_ERR_INVALID_POLICY_EXTENSION, X509_V_ERR_NO_EXPLICIT_POLICY: .policyConstraints
    case X509_V_ERR_INVALID_EXTENSION: .unparseableExtension
    default: .processing
    }
  }
}

/// The certificates from which OpenSSL builds a chain, with the OpenSSL object of each certificate. The object may have
/// another encoding than the certificate: bytes that no signature protects may differ. Therefore a certificate is found
/// by the address of the OpenSSL object, not by the encoding.
final class CertificatePool {
  private var handles: [X509Handle] = []
  private var byPointer: [OpaquePointer: Certificate] = [:]

  /// The OpenSSL object for a certificate; nil when OpenSSL cannot read the certificate. The object exists as long as
  /// this pool.
  func handle(_ certificate: Certificate) -> X509Handle? {
    guard let handle = X509Handle(certificate) else { return nil }
    handles.append(handle)
    byPointer[handle.pointer] = certificate
    return handle
  }

  /// The chain that OpenSSL built from the certificates of this pool and the system's authorities.
  func chain(_ context: OpaquePointer) -> [Certificate] {
    guard let chain = X509_STORE_CTX_get0_chain(context) else { return [] }
    return (0..<OPENSSL_sk_num(chain)).compactMap { index in
      guard let pointer = OPENSSL_sk_value(chain, index).map({ OpaquePointer($0) }) else {
        return nil
      }
      return byPointer[pointer] ?? SystemAnchors.authority(pointer)
        ?? Certificate(pointer)
    }
  }
}

/// A time limit for the search for other chains. The sender of the certificates controls the number of certificates and
/// the cost of each evaluation, so the search must be limited.
///
/// The limit applies to the processor time of this thread. Time that the thread waits for the network or for other
/// programs is not included.
package struct SearchDeadline: Sendable {
  private let end: Double

  package init(seconds: Double) { end = Self.now + seconds }

  package var isOver: Bool { Self.now >= end }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
