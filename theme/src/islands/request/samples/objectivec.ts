/** Objective-C: `NSURLSession`. Multipart bodies are written in full, because `NSURLSession` can't build them. */

import type { RequestDescriptor } from "../model.ts";
import { cString, cText } from "./cfamily.ts";
import { blank, type Code, lines, template } from "./code.ts";
import { writtenIf } from "./request.ts";

const objc = template({ keywords: "int void return autoreleasepool", comment: "//" });

const string = (text: string): Code => cString(text, "@");

export function generate({ method, url, headers, body }: RequestDescriptor): Code {
  const whole = writtenIf(true, body);
  const sent = whole ? [...headers, ["Content-Type", whole.type] as const] : headers;
  return lines(
    objc`#import <Foundation/Foundation.h>`,
    blank,
    objc`int main(void) {`,
    objc`    @autoreleasepool {`,
    objc`        NSURL *url = [NSURL URLWithString:${string(url)}];`,
    objc`        NSMutableURLRequest *request = [NSMutableURLRequest requestWithURL:url];`,
    objc`        request.HTTPMethod = ${string(method)};`,
    sent.map(([name, value]) => objc`        [request addValue:${string(value)} forHTTPHeaderField:${string(name)}];`),
    body?.kind === "text" && [
      objc`        NSString *body =${cText(body.text, "            ", "@")};`,
      objc`        request.HTTPBody = [body dataUsingEncoding:NSUTF8StringEncoding];`,
    ],
    body?.kind === "file" &&
      objc`        request.HTTPBody = [NSData dataWithContentsOfFile:${string(body.file.name)}];`,
    whole && [
      objc`        NSMutableData *body = [NSMutableData data];`,
      ...whole.pieces.map((piece) =>
        "file" in piece
          ? objc`        [body appendData:[NSData dataWithContentsOfFile:${string(piece.file.name)}]];`
          : lines(
              piece.lines.map(
                (line) => objc`        [body appendData:[${string(line)} dataUsingEncoding:NSUTF8StringEncoding]];`,
              ),
            ),
      ),
      objc`        request.HTTPBody = body;`,
    ],
    blank,
    objc`        dispatch_semaphore_t done = dispatch_semaphore_create(0);`,
    objc`        NSURLSessionDataTask *task = [[NSURLSession sharedSession]`,
    objc`            dataTaskWithRequest:request`,
    objc`              completionHandler:^(NSData *data, NSURLResponse *response, NSError *error) {`,
    objc`                NSLog(@"%@", error ?: [[NSString alloc] initWithData:data encoding:NSUTF8StringEncoding]);`,
    objc`                dispatch_semaphore_signal(done);`,
    objc`              }];`,
    objc`        [task resume];`,
    objc`        dispatch_semaphore_wait(done, DISPATCH_TIME_FOREVER);`,
    objc`    }`,
    objc`    return 0;`,
    objc`}`,
  );
}
