import Foundation
import Security
import Testing

/// Tests protocols and authentication types as strings, and as numbers whose four bytes are the characters of the
/// string (compatibility: D18).
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

  @Test("A number with four printable bytes is stored as the protocol with these characters") func numbers() throws {
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

  @Test("A protocol number whose bytes are not printable stays a number") func unprintable() throws {
    let keychain = try TestKeychain()
    for number in [1, 0x0074_7073, 0x6874_7000, -1, 1 << 40] {
      defer { _ = keychain.delete(.internet()) }
      #expect(keychain.add(.internet("h") + [kSecAttrProtocol: number]).status == ok)
      #expect(keychain.attributes(.internet())[kSecAttrProtocol] as? Int == number)
    }
  }

  @Test("A number for an authentication type is recognized in both byte orders") func authentication() throws {
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

  @Test("An unknown protocol or authentication type is stored unchanged") func unknown() throws {
    let keychain = try TestKeychain()
    let entries: Query = [kSecAttrProtocol: "gopher", kSecAttrAuthenticationType: "80"]
    #expect(keychain.add(.internet("h") + entries).status == ok)
    let found = keychain.attributes(.internet())
    #expect(found[kSecAttrProtocol] as? String == "gopher")
    #expect(found[kSecAttrAuthenticationType] as? String == "80")
  }

  @Test("Data as a protocol and a Boolean as an authentication type give -50") func kinds() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.internet("h") + [kSecAttrProtocol: Data("http".utf8)]).status == param)
    #expect(keychain.add(.internet("h") + [kSecAttrAuthenticationType: true]).status == param)
    #expect(
      keychain.add(.internet("h") + [kSecAttrAuthenticationType: Data("dflt".utf8)]).status == ok)
    let found = keychain.attributes(.internet())[kSecAttrAuthenticationType]
    #expect(found as? Data == Data("dflt".utf8))
  }
}
