import AsymmetricKeys
import Keychain
import KeychainFiles
import KeychainModel
import KeychainTransport
import TestSupport
import Testing

@testable import KeychainServer

/// Tests that a private key that is not extractable stays in the service, with the sockets of the service.
@Suite struct PrivateKeyTests {
  /// The request that stores a key, and requests its contents.
  private func addition(_ key: AsymmetricKey) throws -> Request {
    var attributes = try KeyMaterial.asymmetric(key).itemAttributes()
    attributes[.extractable] = .number(0)
    let request = AddRequest(
      .key, attributes: attributes, secret: try key.externalRepresentation(), contents: [.attributes, .secret])
    return .items(.add(request), proof: nil)
  }

  private static let search = Request.items(
    .search(SearchRequest(ItemQuery(.key), contents: .secret, limit: nil)), proof: nil)

  /// The body of the packet with the reply to a call.
  private func reply(_ request: Request, _ socket: PacketSocket) throws -> [UInt8] {
    let message = try Call(request).message()
    _ = try message.withUnsafeBytes { try socket.send(PacketHeader(.call, length: $0.count), $0, waits: true) }
    let buffer = PacketBuffer()
    let packet = try socket.packet(into: buffer)
    guard packet.header.kind == PacketKind.reply.rawValue else { throw TestFailure(reason: "no reply") }
    return try packet.withBody { Array($0) }
  }

  private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    bytes.count >= part.count && (0...bytes.count - part.count).contains { bytes[$0...].starts(with: part) }
  }

  @Test func noPacketContainsTheKey() throws {
    let service = try TestService()
    let socket = try service.openSocket()
    let key = try AsymmetricKey.generate(on: .p256)
    let number = Array(try key.externalRepresentation().suffix(32))
    let added = try reply(addition(key), socket)
    #expect(!contains(added, number) && contains(added, key.publicRepresentation))
    let found = try reply(Self.search, socket)
    #expect(!contains(found, number) && contains(found, key.publicRepresentation))
    // The search finds the bytes of a key that is extractable.
    let other = try AsymmetricKey.generate(on: .p256)
    let otherNumber = Array(try other.externalRepresentation().suffix(32))
    let attributes = try KeyMaterial.asymmetric(other).itemAttributes()
    let extractable = AddRequest(.key, attributes: attributes, secret: try other.externalRepresentation())
    _ = try reply(.items(.add(extractable), proof: nil), socket)
    let both = try reply(Self.search, socket)
    #expect(!contains(both, number) && contains(both, otherNumber))
  }

  @Test func aClientSignsAfterARestartOfTheService() throws {
    let service = try TestService()
    let keychain = service.keychain()
    let key = try AsymmetricKey.generate(on: .p256)
    _ = try keychain.send(Call(addition(key)), from: TestItem.peer)
    let item = try #require(try keychain.send(Call(Self.search), from: TestItem.peer).foundItems.first)
    let retained = try #require(item.privateKey)
    let client = KeychainClient(
      keychain, TestItem.peer, at: StoreLocation(home: service.folder.path),
      TrustSettingsStore(StoreLocation(home: service.folder.path)))
    let digest = [UInt8](repeating: 1, count: 32)
    let algorithm = KeyAlgorithm.ecdsa(.x962, .sha256, of: .digest)
    let request = KeyOperationRequest(
      .sign, digest, with: retained.identifier, publicKey: key.publicRepresentation,
      algorithm: try #require(algorithm.rawValue))
    for _ in 0..<3 {
      let signature = try client.use(request)
      let isRight = try signature.withUnsafeBytes { signature in
        try digest.withUnsafeBytes { try key.publicKey().verify(signature, of: $0, algorithm) }
      }
      #expect(isRight)
      service.stop()
      try service.start()
    }
  }

  @Test func aForkedChildSigns() throws {
    let service = try TestService()
    let key = try AsymmetricKey.generate(on: .p256)
    _ = try service.keychain().send(Call(addition(key)), from: TestItem.peer)
    #expect(try service.run("sign", "fork-sign", "sign") == ["signed", "0", "signed"])
  }
}

extension Reply {
  fileprivate var foundItems: [Item] {
    if case .items(let items) = self { items } else { [] }
  }
}
