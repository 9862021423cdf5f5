import Keychain
import KeychainModel
import AsymmetricKeys
import Testing

@testable import SecurityCommands

@Suite struct KeyPairTests {
  private let keychain = FakeKeychain()

  @discardableResult private func run(_ words: Word...) -> ToolRun { ToolRun(words, in: keychain) }

  @Test func bothHalvesAreStoredTogetherAndBelongTogether() throws {
    let made = run("create-keypair", "-a", "ec", "signing")
    #expect(made.status == 0)
    #expect(made.output.isEmpty && made.errors.isEmpty)
    let items = keychain.items
    #expect(items.map { $0.attributes[.keyClass] } == [.number(0), .number(1)])
    #expect(items[0].attributes[.applicationLabel] == items[1].attributes[.applicationLabel])
    for item in items {
      #expect(item.attributes[.label] == .string("signing"))
      #expect(item.attributes[.type] == .number(73))
      #expect(item.attributes[.keySize] == .number(256))
      guard case .asymmetric(let key) = try KeyMaterial(of: item) else {
        Issue.record("no pair")
        return
      }
      #expect(key.kind == .ellipticCurve(.p256))
      #expect(.data(try key.publicKeyHash()) == item.attributes[.applicationLabel])
    }
    guard case .addAll(let requests, _)? = keychain.requests.last else {
      Issue.record("not stored in one transaction")
      return
    }
    #expect(requests.count == 2)
  }

  @Test(
    arguments: [
      (["-a", "r", "-s", "1024"], 42, 1024), (["-s", "512"], 42, 512), ([], 42, 2048),
      (["-a", "ec", "-s", "521"], 73, 521), (["-a", "e", "-s", "192"], 73, 192),
    ] as [([Word], Int64, Int64)])
  func algorithmAndSizeAreThoseAskedFor(_ options: [Word], _ type: Int64, _ size: Int64) {
    #expect(ToolRun(["create-keypair"] + options + ["x"], in: keychain).status == 0)
    #expect(keychain.items.map { $0.attributes[.type] } == [.number(type), .number(type)])
    #expect(keychain.items.map { $0.attributes[.keySize] } == [.number(size), .number(size)])
  }

  @Test(
    arguments: [
      (["-a", "dsa", "x"], 1), (["-a", "d", "x"], 1), (["-a", "fee", "x"], 1),
      (["-a", "q", "x"], 2), (["-a", "", "x"], 2), (["-s", "100", "x"], 2), (["-s", "y", "x"], 2),
      (["-a", "ec", "-s", "255", "x"], 2), (["-s", "16384", "x"], 2), ([], 2), (["x", "y"], 2),
      ([""], 2), (["-f", "2024", "x"], 2), (["-d", "0", "x"], 2), (["-d", "-1", "x"], 2),
      (["-d", "1", "-t", "20240102030405Z", "x"], 2), (["-k", "System.keychain", "x"], -25294),
      (["--access-group", "", "x"], 2),
    ] as [([Word], Int32)])
  func whatIsNotMadeIsRefused(_ words: [Word], _ status: Int32) {
    let refused = ToolRun(["create-keypair"] + words, in: keychain)
    #expect(refused.status == status & 0xFF)
    #expect(!refused.errors.isEmpty)
    #expect(keychain.requests.isEmpty)
  }

  @Test func validityAndGroupAreStored() {
    run(
      "create-keypair", "-a", "ec", "-f", "20240102030405Z", "-t", "20250102030405Z",
      "--access-group", "app", "x")
    for item in keychain.items {
      #expect(item.attributes[AttributeName("sdat")] == .date(725_857_445))
      #expect(item.attributes[AttributeName("edat")] == .date(757_479_845))
      #expect(item.attributes[.accessGroup] == .string("app"))
    }
  }

  @Test func daysCountFromNow() {
    run("create-keypair", "-a", "ec", "-d", "3", "x")
    guard case .date(let begin)? = keychain.items[0].attributes[AttributeName("sdat")],
      case .date(let end)? = keychain.items[0].attributes[AttributeName("edat")]
    else {
      Issue.record("no dates")
      return
    }
    #expect(end - begin == 3 * 86400)
  }

  @Test func hashOfThePublicKeyIsPrinted() throws {
    let made = run("create-keypair", "-a", "ec", "-H", "x")
    #expect(made.output.hasPrefix("-----BEGIN PUBLIC KEY HASH-----\n"))
    #expect(made.output.hasSuffix("\n-----END PUBLIC KEY HASH-----\n"))
  }

  @Test func keysAreFoundByWhatTheyAre() {
    run("create-keypair", "-a", "ec", "one")
    run("create-keypair", "-a", "rsa", "-s", "512", "two")
    func count(_ words: Word...) -> Int {
      let found = ToolRun(["find-key"] + words, in: keychain)
      #expect(found.status == (found.output.isEmpty ? 44 : 0))
      return found.output.split(separator: "\n").count { $0 == "attributes:" }
    }
    #expect(count() == 4)
    #expect(count("-t", "private") == 2)
    #expect(count("-t", "public", "-l", "one") == 1)
    #expect(count("-t", "symmetric") == 0)
    #expect(count("-s") == 2)
    #expect(count("-ve") == 2)
    #expect(count("-r", "-t", "private") == 1)
    guard case .data(let hash)? = keychain.items[0].attributes[.applicationLabel] else {
      Issue.record("the key has no label")
      return
    }
    let digits = hash.flatMap { byte in
      [byte >> 4, byte & 15].map { Array("0123456789abcdef".utf8)[Int($0)] }
    }
    #expect(count("-a", Word(digits)) == 2)
    #expect(count("-a", Word(hash)) == 2)
    #expect(count("-a", "x") == 0)
    #expect(run("find-key", "-t", "secret").status == 2)
    #expect(run("find-key", "-D", "x").status == Int32(-25303) & 0xFF)
    #expect(run("find-key", "System.keychain").status == Int32(-25294) & 0xFF)
  }
}
