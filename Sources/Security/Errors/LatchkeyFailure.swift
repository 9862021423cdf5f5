import KeychainModel

/// The reason of a failed call: the status, the cause and a sentence.
public struct LatchkeyFailure: Sendable, Hashable, CustomStringConvertible {
  /// The status that the call returned, or the code of its error object. It is never `errSecSuccess`.
  public let status: OSStatus

  /// The cause, which a program can compare.
  public let cause: LatchkeyFailureCause

  /// The reason for a person: an English sentence of up to 2000 bytes that names the file concerned. It contains no
  /// secret and no value of an item. Do not compare it.
  public let reason: String

  /// The sentence, the cause and the remedy.
  public var description: String {
    "\(reason) (\(cause.name), status \(status))" + (cause.advice.map { ". \($0)" } ?? "")
  }
}

/// Returns the reason why the last call of the calling thread failed.
///
/// A failed call stores its failure in its thread. The next successful call in the same thread removes it. This
/// applies to the functions for items, keys, certificates, identities, preferences, trust settings, access control,
/// imports and exports. The functions of `SecTrust` do not change the failure: an untrusted certificate is not a
/// failed call, and `SecTrustEvaluateWithError` reports the reason itself. Call this function right after the failed
/// call, in the same thread: after an `await`, a task may run in another thread.
///
///     if SecItemAdd(item, nil) != errSecSuccess, let failure = LatchkeyCopyLastFailure() {
///       switch failure.cause {
///       case .diskFull, .readOnly: …
///       default: tellThePerson(failure)
///       }
///     }
///
/// Apple's platforms do not have this function. Call it under `#if os(Linux)`.
///
/// - Returns: The failure; nil if the last call succeeded, or if there was no call.
public func LatchkeyCopyLastFailure() -> LatchkeyFailure? {
  guard let failure = LastFailure.current else { return nil }
  return LatchkeyFailure(
    status: failure.status, cause: LatchkeyFailureCause(failure.cause), reason: failure.reason)
}

/// The key of the cause in the user information of an error object. The value is the raw value of a
/// `LatchkeyFailureCause`, as a number.
public let LatchkeyFailureCauseErrorKey = "LatchkeyFailureCause"
