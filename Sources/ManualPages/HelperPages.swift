import CredentialHelpers
import DockerCredentials
import GitCredentials

extension ManualPage {
  /// The manual page git-credential-latchkey(1).
  package static var gitHelper: ManualPage {
    var page = helper(GitHelper.self, "keep the passwords of git in the keychain")
    page.section("EXAMPLES")
    page.paragraph("Have git use it for every server:")
    page.example(["git config --global credential.helper latchkey"])
    page.paragraph("See what is kept for a server:")
    page.example(["security find-internet-password -s git.example.com"])
    page.addDocumentation("docs/credential-helpers.md")
    page.section("SEE ALSO")
    page.paragraph("gitcredentials(7), git-credential(1), security(1)")
    return page
  }

  /// The manual page docker-credential-latchkey(1).
  package static var dockerHelper: ManualPage {
    var page = helper(DockerHelper.self, "keep the passwords of registries in the keychain")
    page.section("EXAMPLES")
    page.paragraph(
      "In ~/.docker/config.json, or in the auth.json of Podman for one registry in \"credHelpers\":"
    )
    page.example(["{ \"credsStore\": \"latchkey\" }"])
    page.paragraph("See which registries there are passwords for:")
    page.example(["docker-credential-latchkey list"])
    page.addDocumentation("docs/credential-helpers.md")
    page.section("SEE ALSO")
    page.paragraph("security(1)")
    return page
  }

  private static func helper<Helper: CredentialHelper>(
    _ helper: Helper.Type, _ summary: String
  ) -> ManualPage {
    var page = ManualPage(helper.name, summary)
    page.section("SYNOPSIS")
    for operation in helper.operations { page.synopsis("\(helper.name) \(operation.name)") }
    page.synopsis("\(helper.name) --help")
    page.synopsis("\(helper.name) --version")
    page.section("DESCRIPTION")
    page.paragraph(
      "Does one thing, with what it reads from standard input, and ends with 0; with 1 when that failed. Other "
        + "programs start it. Items are internet passwords, which security(1) shows.")
    page.section("OPERATIONS")
    for operation in helper.operations { page.entry(operation.name, operation.summary) }
    page.addEnvironment()
    return page
  }
}
