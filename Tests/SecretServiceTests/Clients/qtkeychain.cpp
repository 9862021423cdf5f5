// Stores, reads and deletes a text and bytes with QtKeychain. scripts/desktop-programs builds and runs it.

#include <QCoreApplication>
#include <QEventLoop>
#include <cstdio>
#include <qt5keychain/keychain.h>

static bool finish(QKeychain::Job &job) {
  QEventLoop loop;
  job.setAutoDelete(false);
  QObject::connect(&job, &QKeychain::Job::finished, &loop, &QEventLoop::quit);
  job.start();
  loop.exec();
  if (job.error() != QKeychain::NoError) fprintf(stderr, "%s\n", qPrintable(job.errorString()));
  return job.error() == QKeychain::NoError;
}

int main(int count, char **words) {
  QCoreApplication application(count, words);
  const QString service = "qt-service", text = QString::fromUtf8("größe");
  const QByteArray bytes("\0\377\n", 3);
  QKeychain::WritePasswordJob writeText(service), writeBytes(service);
  writeText.setKey("text");
  writeText.setTextData(text);
  writeBytes.setKey("bytes");
  writeBytes.setBinaryData(bytes);
  QKeychain::ReadPasswordJob readText(service), readBytes(service), readDeleted(service);
  readText.setKey("text");
  readBytes.setKey("bytes");
  readDeleted.setKey("bytes");
  QKeychain::DeletePasswordJob remove(service);
  remove.setKey("bytes");
  if (!finish(writeText) || !finish(writeBytes) || !finish(readText) || !finish(readBytes)) return 1;
  if (readText.textData() != text || readBytes.binaryData() != bytes) return 2;
  return finish(remove) && !finish(readDeleted) && readDeleted.error() == QKeychain::EntryNotFound ? 0 : 3;
}
