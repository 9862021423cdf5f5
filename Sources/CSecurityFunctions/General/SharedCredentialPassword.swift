import Security

/// The C function `SecCreateSharedWebCredentialPassword`.
@_cdecl("SecCreateSharedWebCredentialPassword")
public func secCreateSharedWebCredentialPassword() -> UnsafeRawPointer? {
  CCall.run { CFOutput.string(SecCreateSharedWebCredentialPassword()) }
}
