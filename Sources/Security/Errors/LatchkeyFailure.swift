import KeychainModel

/// Why a call failed: the status, the cause behind it, and a sentence.
public struct LatchkeyFailure: Sendable, Hashable, CustomStringConvertible {
  /// The status that the call returned, or that its error object has. Never `errSecSuccess`.
  public let status: OSStatus

  /// Why, for a program to compare.
  public let cause: LatchkeyFailureCause

  /// Why, for a person: a sentence that names the file, in English, of up to 2000 bytes. It holds no secret
  /// and no value of an item. Do not compare it.
  public let reason: String

  /// The sentence, and what can be done about it.
  public var description: String {
    "\(reason) (\(cause.name), status \(status))" + (cause.advice.map { ". \($0)" } ?? "")
  }
}

/// Returns why the last call of the calling thread failed.
///
/// A call that fails leaves its failure in the thread that made it; the next call that succeeds in the same
/// thread takes it away. Calls in this sense are the functions for items, keys, certificates, identities,
/// preferences, trust settings, access control, imports and exports. A certificate that is not trusted is
/// no failure of a call: `SecTrustEvaluateWithError` says why, and leaves this as it was, as do the other
/// functions of `SecTrust`. Ask right after the call, in the same thread: after an `await` a task may be in
/// another.
///
///     if SecItemAdd(item, nil) != errSecSuccess, let failure = LatchkeyCopyLastFailure() {
///       switch failure.cause {
///       case .diskFull, .readOnly: …
///       default: tellThePerson(failure)
///       }
///     }
///
/// Apple's platforms have no such function: compare under `#if os(Linux)`.
///
/// - Returns: The failure; nil when the last call succeeded, or there was none.
public func LatchkeyCopyLastFailure() -> LatchkeyFailure? {
  guard let failure = LastFailure.current else { return nil }
  return LatchkeyFailure(
    status: failure.status, cause: LatchkeyFailureCause(failure.cause), reason: failure.reason)
}

/// The key of the cause in the user information of an error object: the raw value of a
/// `LatchkeyFailureCause`, as a number.
public let LatchkeyFailureCauseErrorKey = "LatchkeyFailureCause"
