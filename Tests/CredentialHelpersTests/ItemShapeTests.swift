import Keychain
import KeychainModel
import Testing

/// The items that the helpers store, and the items of other programs that the helpers find.
@Suite struct ItemShapeTests {
  private static let place = "protocol=https\nhost=example.com\n"

  private func attributes(_ item: Item, _ names: AttributeName...) -> [AttributeValue?] {
    names.map { item.attributes[$0] }
  }

  @Test func itemOfGitIsThatOfItsHelperForMacOS() throws {
    let helpers = try Helpers()
    let input = """
      protocol=https
      host=example.com:8443
      path=a.git
      username=anna
      password=token
      oauth_refresh_token=again
      password_expiry_utc=99
      """
    #expect(helpers.git("store", input: input.utf8).status == 0)
    let item = try #require(try helpers.items().first)
    #expect(
      attributes(
        item, .server, .port, .protocolName, .authenticationType, .path, .account, .accessGroup)
        == [
          .string("example.com"), .number(8443), .string("htps"), .string("dflt"),
          .string("a.git"), .string("anna"), .string("login"),
        ])
    #expect(attributes(item, .label) == [.string("example.com")])
    #expect(
      String(decoding: item.secret ?? [], as: UTF8.self)
        == "token\npassword_expiry_utc=99\noauth_refresh_token=again")
  }

  @Test func itemOfDockerIsThatOfItsHelperForMacOS() throws {
    let helpers = try Helpers()
    let input = #"{"ServerURL":"https://ghcr.io:5000/v1/","Username":"anna","Secret":"one"}"#
    #expect(helpers.docker("store", input: input.utf8).status == 0)
    let item = try #require(try helpers.items().first)
    #expect(
      attributes(
        item, .server, .port, .protocolName, .authenticationType, .path, .account, .accessGroup)
        == [
          .string("ghcr.io"), .number(5000), .string("htps"), .string("dflt"), .string("/v1/"),
          .string("anna"), .string("login"),
        ])
    #expect(attributes(item, .label) == [.string("Docker Credentials")])
    #expect(item.secret == Array("one".utf8))
  }

  @Test func gitFindsWhatItsHelperForMacOSStored() throws {
    let helpers = try Helpers()
    try helpers.add(
      "token\npassword_expiry_utc=99\noauth_refresh_token=again",
      group: "git-credential-osxkeychain")
    let outcome = helpers.git("get", input: Self.place.utf8, now: 98)
    #expect(
      outcome.text
        == "username=anna\npassword=token\npassword_expiry_utc=99\noauth_refresh_token=again\n")
  }

  @Test func dockerFindsAndListsWhatItsHelperForMacOSStored() throws {
    let helpers = try Helpers()
    try helpers.add(
      "one", server: "ghcr.io", group: "docker-credential-osxkeychain",
      [.label: .string("Docker Credentials")])
    #expect(
      helpers.docker("get", input: "https://ghcr.io".utf8).text
        == #"{"ServerURL":"https://ghcr.io","Username":"anna","Secret":"one"}"# + "\n")
    #expect(helpers.docker("list", input: []).text == #"{"https://ghcr.io":"anna"}"# + "\n")
  }

  @Test func itemOfLoginComesBeforeThatOfAProgram() throws {
    let helpers = try Helpers()
    try helpers.add("of a program", group: "com.example.browser")
    let store = Self.place + "username=anna\npassword=of git\n"
    #expect(helpers.git("store", input: store.utf8).status == 0)
    #expect(try helpers.secrets() == ["of a program", "of git"])
    #expect(helpers.git("get", input: Self.place.utf8).text == "username=anna\npassword=of git\n")
  }

  @Test func passwordsOfAnotherAuthenticationAreNotGivenToGit() throws {
    let helpers = try Helpers()
    try helpers.add("of a web form", [.authenticationType: .string("form")])
    #expect(helpers.git("get", input: Self.place.utf8).text == "")
  }

  /// git cannot use these secrets. If the helper returned a part of such a secret, git would reject this part, and then
  /// erase the item.
  @Test(arguments: ["one\ntwo", "one\npassword_expiry_utc=1\nquit=1", "one\0", "one\n"])
  func secretThatIsNoPasswordOfGitsIsNeitherGivenNorErased(_ secret: String) throws {
    let helpers = try Helpers()
    try helpers.add(secret)
    let outcome = helpers.git("get", input: Self.place.utf8)
    #expect(outcome.status == 1)
    #expect(outcome.text == "")
    #expect(
      outcome.errorLine
        == "what is stored for example.com has bytes that git cannot be told; nothing was given")
    let rejected = Self.place + "username=anna\npassword=one\n"
    #expect(helpers.git("erase", input: rejected.utf8).status == 0)
    #expect(try helpers.secrets() == [secret])
  }

  @Test func namesThatAreNoTextComeBackAsTheyWere() throws {
    let helpers = try Helpers()
    let name: [UInt8] = Array("username=".utf8) + [0xFF, 0x41, 0x0A]
    let store = Array(Self.place.utf8) + name + Array("password=".utf8) + [0xFE, 0x0A]
    #expect(helpers.git("store", input: store).status == 0)
    #expect(
      helpers.git("get", input: Self.place.utf8).output
        == name + Array("password=".utf8) + [0xFE, 0x0A])
  }

  @Test func secretThatIsNoTextIsNotGivenToDocker() throws {
    let helpers = try Helpers()
    let add = AddRequest(
      .internetPassword,
      attributes: AttributeSet([
        .server: .string("ghcr.io"), .protocolName: .string("htps"), .account: .string("anna"),
        .label: .string("Docker Credentials"),
      ]), secret: [0xFF])
    _ = try helpers.machine.process().perform(.add(add), as: .tool)
    let outcome = helpers.docker("get", input: "ghcr.io".utf8)
    #expect(outcome.status == 1)
    #expect(outcome.text == "the secret that is stored is no text, and JSON has nothing else\n")
  }

  @Test func storingTheSameAgainChangesNothing() throws {
    let helpers = try Helpers()
    let store = Self.place + "username=anna\npassword=one\n"
    for _ in 0..<2 { #expect(helpers.git("store", input: store.utf8).status == 0) }
    let item = try #require(try helpers.items().first)
    #expect(try helpers.items().count == 1)
    #expect(item.attributes[.creationDate] == item.attributes[.modificationDate])
  }
}
