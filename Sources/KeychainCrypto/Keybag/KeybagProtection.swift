/// What it takes to open a keybag. The raw value is what the file says.
package enum KeybagProtection: UInt32, Sendable {
  /// The device key alone.
  case deviceKey = 1
}
