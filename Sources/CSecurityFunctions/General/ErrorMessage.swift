import Security

/// The C function `SecCopyErrorMessageString`.
@_cdecl("SecCopyErrorMessageString")
public func secCopyErrorMessageString(
  _ status: Int32, _ reserved: UnsafeMutableRawPointer?
) -> UnsafeRawPointer? {
  CCall.run { CFOutput.string(SecCopyErrorMessageString(status, reserved)) }
}
