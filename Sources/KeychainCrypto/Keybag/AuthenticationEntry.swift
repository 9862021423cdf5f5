/// The authentication key in a keybag.
struct AuthenticationEntry: Sendable, Equatable {
  /// The generation of the keybag that created the key.
  let generation: UInt64
  /// The public half, 32 bytes.
  let publicKey: [UInt8]
  let wrappedKey: WrappedKey
}
