import TestSupport
import Testing

/// Tests `scripts/check-packages` and the scripts that the Debian packages share with `make install-service`.
@Suite struct PackageCheckTests {
  private static let package = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  private func shell(_ script: String) throws -> Tool.Outcome {
    let folder = try TemporaryDirectory()
    return try Tool().shell(
      """
      exec 2>&1
      set -u
      scripts='\(Self.package)/scripts'
      cd '\(folder.path)'
      \(script)
      """)
  }

  @Test func eachInconsistencyIsNamed() throws {
    let run = try shell(
      """
      cp -R '\(Self.package)/debian' '\(Self.package)/Units' '\(Self.package)/README.md' .
      mkdir scripts docs
      cp '\(Self.package)'/scripts/* scripts
      cp '\(Self.package)/docs/packages.md' docs
      check() { scripts/check-packages . ; echo "status $?"; }
      check
      rm debian/keychaind.install
      echo usr/bin/security >>debian/libsecurity0.install
      sed -i '/^set -e$/d' debian/keychaind.postrm
      chmod -x debian/tests/tool
      : >Units/forgotten.service
      sed -i '/libpam-latchkey/d' docs/packages.md
      printf 'keychaind: a-tag\\n' >debian/keychaind.lintian-overrides
      check
      """)
    #expect(
      run.text == """
        status 0
        check-packages: debian/keychaind.install is missing
        check-packages: docs/packages.md has no row for libpam-latchkey
        check-packages: two packages have usr/bin/security
        check-packages: debian/keychaind.postrm continues after a failure
        check-packages: no script installs Units/forgotten.service
        check-packages: debian/tests/tool is missing
        debian/keychaind.lintian-overrides: keychaind: a-tag
        check-packages: an override has no comment
        status 1

        """)
  }

  /// The lists of files of the packages name every file of the service.
  @Test func packagesHaveTheFilesOfTheService() throws {
    let run = try shell(
      """
      for program in keychaind keychain-agent; do
        for part in accounts units; do "$scripts/service-files" $program $part /usr "$PWD/tree" package; done
      done
      cd tree
      # Prints the files that no pattern of the package matches.
      find . -type f | sed 's|^[.]/||' | LC_ALL=C sort | while read -r file; do
        sed 's/ .*//' '\(Self.package)/debian/keychaind.install' | grep -qxF -e "$file" -e "${file%/*}" || echo "missing: $file"
        echo "$file $(stat -c %a "$file")"
        if grep -q @PREFIX@ "$file"; then echo "$file names no prefix"; fi
      done
      """)
    #expect(
      run.text == """
        etc/xdg/autostart/keychain-agent.desktop 644
        lib/systemd/system/keychaind.service 644
        lib/systemd/system/keychaind.socket 644
        usr/lib/systemd/user/keychain-agent.service 644
        usr/lib/sysusers.d/keychain-agent.conf 644
        usr/lib/sysusers.d/keychaind.conf 644
        usr/lib/tmpfiles.d/keychaind.conf 644
        usr/share/dbus-1/system.d/org.latchkey.keychaind.conf 644
        usr/share/latchkey/apps/org.latchkey.keychain-agent.plist 644

        """)
  }

  @Test func theConfigurationOfTheAdministratorStays() throws {
    let run = try shell(
      """
      "$scripts/service-setup" enable "$PWD/root"
      grep -c '<string>keychaind</string>' root/etc/latchkey/service.plist
      echo changed >root/etc/latchkey/service.plist
      "$scripts/service-setup" enable "$PWD/root"
      cat root/etc/latchkey/service.plist
      ls root/etc/latchkey
      "$scripts/service-setup" nothing
      """)
    #expect(
      run.text == "1\nchanged\nservice.plist\nservice-setup: usage: service-setup user | group | enable [ROOT]\n")
  }
}
