import Foundation
import KeychainModel
import Security

// The C functions that LatchkeyFailure.h declares.

/// The C function `LatchkeyGetLastFailureCause`.
@_cdecl("LatchkeyGetLastFailureCause")
public func latchkeyGetLastFailureCause() -> Int32 { LastFailure.current?.cause.rawValue ?? 0 }

/// The C function `LatchkeyGetLastFailureStatus`.
@_cdecl("LatchkeyGetLastFailureStatus")
public func latchkeyGetLastFailureStatus() -> Int32 { LastFailure.current?.status ?? 0 }

/// The C function `LatchkeyCopyLastFailureReason`.
@_cdecl("LatchkeyCopyLastFailureReason")
public func latchkeyCopyLastFailureReason() -> UnsafeRawPointer? {
  CCall.run { text(LastFailure.current?.reason) }
}

/// The C function `LatchkeyCopyFailureCauseAdvice`.
@_cdecl("LatchkeyCopyFailureCauseAdvice")
public func latchkeyCopyFailureCauseAdvice(_ cause: Int32) -> UnsafeRawPointer? {
  CCall.run { text(FailureCause(rawValue: cause)?.advice) }
}

/// The C function `LatchkeyCopyFailureCauseName`.
@_cdecl("LatchkeyCopyFailureCauseName")
public func latchkeyCopyFailureCauseName(_ cause: Int32) -> UnsafeRawPointer? {
  CCall.run { text(FailureCause(rawValue: cause)?.name) }
}

private func text(_ text: String?) -> UnsafeRawPointer? {
  CFOutput.string(text.map { $0 as NSString })
}

/// The C function `SecCopyErrorMessageString`.
@_cdecl("SecCopyErrorMessageString")
public func secCopyErrorMessageString(
  _ status: Int32, _ reserved: UnsafeMutableRawPointer?
) -> UnsafeRawPointer? {
  CCall.run { CFOutput.string(SecCopyErrorMessageString(status, reserved)) }
}
