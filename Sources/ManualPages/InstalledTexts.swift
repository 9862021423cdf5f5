/// The installed files that are generated from the help of the programs.
package enum InstalledTexts {
  /// The path of each file below the installation prefix, and its text.
  package static var files: [(name: String, text: String)] {
    [
      ("share/man/man1/security.1", ManualPage.security.text),
      ("share/man/man1/git-credential-latchkey.1", ManualPage.gitHelper.text),
      ("share/man/man1/docker-credential-latchkey.1", ManualPage.dockerHelper.text),
      ("share/man/man1/keychain-agent.1", ManualPage.agent.text),
      ("share/man/man8/keychaind.8", ManualPage.daemon.text),
      ("share/man/man8/latchkey-secret-service.8", ManualPage.secretService.text),
      ("share/man/man8/pam_latchkey.8", ManualPage.module.text),
      ("share/bash-completion/completions/security", Completions.bash),
      ("share/zsh/site-functions/_security", Completions.zsh),
      ("share/fish/vendor_completions.d/security.fish", Completions.fish),
    ]
  }
}
