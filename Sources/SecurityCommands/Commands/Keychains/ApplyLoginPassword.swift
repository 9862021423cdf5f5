import Keychain
import KeychainFiles
import KeychainModel
import KeychainTransport

extension Command {
  /// The command that `pam_latchkey.so` starts as the user, on a machine without `keychaind`. Standard input contains a
  /// `LoginPacket` with its header. The command prints nothing.
  static let applyLoginPassword = Command(
    "apply-login-password", "Unlock the keychain at a login: for pam_latchkey.so alone.", options: OptionSyntax(""),
    isListed: false
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.isEmpty else { throw .usage }
    let limit = PacketHeader.byteCount + LoginPacket.largestByteCount
    guard var packet = try? session.input.readToEnd(limit: limit) else { throw .usage }
    defer { packet.wipe() }
    let location = try session.keychain().location
    try CommandFailure.translating(in: "apply-login-password") { () throws(KeychainError) in
      // `keychaind` gets its logins from root.
      guard let keychain = try LoginKeychain.service(at: location) as? LocalKeychain else { return }
      let login = try packet.withBytes { (bytes) throws(KeychainError) in try Login(LoginPacket(packet: bytes)) }
      _ = try keychain.logIn(login.event, until: .after(.seconds(2)))
    }
  }
}
