import TestSupport
import Testing

/// Exports keys from the tool to `openssl` and `ssh-keygen`, and imports keys that these programs create.
@Suite struct KeyTests {
  private let tool: Tool
  private let folder: TemporaryDirectory

  init() throws {
    tool = try Tool()
    folder = try TemporaryDirectory()
  }

  @Test func keysOfOpenSSLComeInAndGoOut() throws {
    let run = try tool.shell(
      """
      set -e; cd '\(folder.path)'
      openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:1024 -aes256 -pass pass:geheim -out in.pem 2>/dev/null
      "$SECURITY" import in.pem -P geheim
      "$SECURITY" export -p -o out.pem 2>/dev/null
      openssl pkey -in in.pem -passin pass:geheim -outform DER -out in.der
      openssl pkey -in out.pem -outform DER -out out.der
      cmp in.der out.der
      stat -c %a out.pem
      echo hello > text; openssl dgst -sha256 -sign out.pem -out signature text
      openssl pkey -in in.pem -passin pass:geheim -pubout -out public.pem
      "$SECURITY" import public.pem
      "$SECURITY" export -t pubKeys -p > again.pem
      openssl dgst -sha256 -verify again.pem -signature signature text
      printf 'anders\\n' | "$SECURITY" export -f pkcs8 -p -o wrapped.pem 2>/dev/null
      openssl pkey -in wrapped.pem -passin pass:anders -noout -check
      """)
    #expect(run.errors.isEmpty)
    #expect(run.text == "1 key imported.\n600\n1 key imported.\nVerified OK\nKey is valid\n")
  }

  @Test func keysOfOpenSSHComeInAndGoOut() throws {
    let run = try tool.shell(
      """
      set -e; cd '\(folder.path)'
      ssh-keygen -q -t ecdsa -b 384 -N '' -C '' -f in
      "$SECURITY" import in; "$SECURITY" import in.pub
      "$SECURITY" export -t privKeys -f openssh2 -o out 2>/dev/null
      ssh-keygen -y -f out > out.pub
      "$SECURITY" export -t pubKeys -f openssh2 > again.pub
      cut -d' ' -f1,2 in.pub | cmp - again.pub
      cut -d' ' -f1,2 out.pub | cmp - again.pub
      """)
    #expect(run.errors.isEmpty)
    #expect(run.text == "1 key imported.\n1 key imported.\n")
  }
}
