import Security

/// The C function `SecCreateSharedWebCredentialPassword`.
@_cdecl("SecCreateSharedWebCredentialPassword")
public func secCreateSharedWebCredentialPassword() -> UnsafeRawPointer? {
  ForeignCall.run { Outgoing.string(SecCreateSharedWebCredentialPassword()) }
}
