import Security

/// `SecCreateSharedWebCredentialPassword`
@_cdecl("SecCreateSharedWebCredentialPassword")
public func secCreateSharedWebCredentialPassword() -> UnsafeRawPointer? {
  ForeignCall.run { Outgoing.string(SecCreateSharedWebCredentialPassword()) }
}
