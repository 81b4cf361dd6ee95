import { afterAll, beforeAll, expect, test } from "bun:test";
import { encryptAddress, hashAddress } from "../../../service/newsroom/subscriptions/address-cipher.ts";
import { startTestService, type TestService } from "../../support/service.ts";
