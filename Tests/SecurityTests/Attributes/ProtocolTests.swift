import Foundation
import Security
import Testing

/// Protocol and authentication type, as strings and as numbers with the same four characters (compatibility: D18).
@Suite("Protocol and authentication type") struct ProtocolTests {
  static func code(_ text: String) -> UInt32 {
    text.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  static func codes() -> [CFString] {
    [
      kSecAttrProtocolFTP, kSecAttrProtocolHTTP, kSecAttrProtocolHTTPS, kSecAttrProtocolIRC,
      kSecAttrProtocolNNTP, kSecAttrProtocolPOP3, kSecAttrProtocolSMTP, kSecAttrProtocolIMAP,
      kSecAttrProtocolSSH, kSecAttrProtocolSMB,
    ]
  }

  @Test("A protocol given as a number is the string that it spells") func numbers() throws {
    let keychain = try TestKeychain()
    for constant in Self.codes() {
      defer { _ = keychain.delete(.internet()) }
      let number = Self.code(constant as String)
      #expect(keychain.add(.internet("h") + [kSecAttrProtocol: number]).status == ok)
      #expect(keychain.attributes(.internet())[kSecAttrProtocol] as? String == constant as String)
      #expect(keychain.find(.internet("h") + [kSecAttrProtocol: constant]).status == ok)
      #expect(keychain.add(.internet("h") + [kSecAttrProtocol: constant]).status == duplicate)
      #expect(keychain.find(.internet("h") + [kSecAttrProtocol: "\(number)"]).status == ok)
    }
  }

  @Test("A number that spells nothing printable stays a number") func unprintable() throws {
    let keychain = try TestKeychain()
    for number in [1, 0x0074_7073, 0x6874_7000, -1, 1 << 40] {
      defer { _ = keychain.delete(.internet()) }
      #expect(keychain.add(.internet("h") + [kSecAttrProtocol: number]).status == ok)
      #expect(keychain.attributes(.internet())[kSecAttrProtocol] as? Int == number)
    }
  }

  @Test("An authentication type is known in either order of its bytes") func authentication() throws {
    let keychain = try TestKeychain()
    let types = [
      kSecAttrAuthenticationTypeNTLM, kSecAttrAuthenticationTypeMSN,
      kSecAttrAuthenticationTypeDPA, kSecAttrAuthenticationTypeRPA,
      kSecAttrAuthenticationTypeHTTPBasic, kSecAttrAuthenticationTypeHTTPDigest,
      kSecAttrAuthenticationTypeHTMLForm, kSecAttrAuthenticationTypeDefault,
    ]
    for constant in types {
      let code = Self.code(constant as String)
      for number in [code, code.byteSwapped] where constant as String != "http" || number == code {
        defer { _ = keychain.delete(.internet()) }
        let entries: Query = [kSecAttrAuthenticationType: number]
        #expect(keychain.add(.internet("h") + entries).status == ok)
        let found = keychain.attributes(.internet())[kSecAttrAuthenticationType] as? String
        #expect(found == constant as String)
        #expect(keychain.find(.internet() + [kSecAttrAuthenticationType: constant]).status == ok)
      }
    }
  }

  @Test("An unknown protocol or authentication type is stored as given") func unknown() throws {
    let keychain = try TestKeychain()
    let entries: Query = [kSecAttrProtocol: "gopher", kSecAttrAuthenticationType: "80"]
    #expect(keychain.add(.internet("h") + entries).status == ok)
    let found = keychain.attributes(.internet())
    #expect(found[kSecAttrProtocol] as? String == "gopher")
    #expect(found[kSecAttrAuthenticationType] as? String == "80")
  }

  @Test("A protocol takes no data, an authentication type no Boolean") func kinds() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.internet("h") + [kSecAttrProtocol: Data("http".utf8)]).status == param)
    #expect(keychain.add(.internet("h") + [kSecAttrAuthenticationType: true]).status == param)
    #expect(
      keychain.add(.internet("h") + [kSecAttrAuthenticationType: Data("dflt".utf8)]).status == ok)
    let found = keychain.attributes(.internet())[kSecAttrAuthenticationType]
    #expect(found as? Data == Data("dflt".utf8))
  }
}
