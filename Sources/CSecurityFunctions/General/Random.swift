import Security

/// The C function `SecRandomCopyBytes`.
@_cdecl("SecRandomCopyBytes")
public func secRandomCopyBytes(
  _ source: UnsafeRawPointer?, _ count: Int, _ bytes: UnsafeMutableRawPointer?
) -> Int32 {
  if count == 0 { return errSecSuccess }
  guard let bytes else { return errSecParam }
  return SecRandomCopyBytes(kSecRandomDefault, count, bytes)
}
